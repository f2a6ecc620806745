"""The language server over standard input and output: answers in the protocol's own terms."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path
from pygls.workspace import ServerTextPosition, ServerTextRange, TextDocument

from tablier import __version__
from tablier.authoring.server.answers import Document, Offer
from tablier.diagnostics import Diagnostic, Severity, Span

PAUSE = 0.3
"""Seconds without a key before the text is looked at."""

_SEVERITIES = {
    Severity.ERROR: lsp.DiagnosticSeverity.Error,
    Severity.WARNING: lsp.DiagnosticSeverity.Warning,
    Severity.INFO: lsp.DiagnosticSeverity.Information,
}
_KINDS = {
    "key": lsp.CompletionItemKind.Property,
    "value": lsp.CompletionItemKind.EnumMember,
    "word": lsp.CompletionItemKind.Keyword,
    "name": lsp.CompletionItemKind.Variable,
}


def serve() -> None:
    """Answer an editor on standard input and output until it says goodbye."""
    # The server closes its streams at the end; the program's own stay open.
    with os.fdopen(os.dup(0), "rb") as asked, os.fdopen(os.dup(1), "wb") as answered:
        server().start_io(asked, answered)


def server() -> LanguageServer:
    """Return a server that knows everything that an editor may ask of it."""
    made = LanguageServer("tablier", __version__)
    _tell_problems(made)
    _answer_questions(made)
    return made


def _tell_problems(made: LanguageServer) -> None:
    waiting: dict[str, asyncio.Task[None]] = {}

    @made.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        _publish(made, params.text_document.uri, examples=True)

    @made.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: lsp.DidSaveTextDocumentParams) -> None:
        _publish(made, params.text_document.uri, examples=True)

    @made.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        uri = params.text_document.uri
        if uri in waiting:
            waiting[uri].cancel()
        waiting[uri] = asyncio.create_task(_later(made, uri))


def _answer_questions(made: LanguageServer) -> None:
    @made.feature(lsp.TEXT_DOCUMENT_COMPLETION)
    def completion(params: lsp.CompletionParams) -> list[lsp.CompletionItem]:
        document, place = _at(made, params)
        return [] if document is None else [_item(one) for one in document.offers(*place)]

    @made.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hover(params: lsp.HoverParams) -> lsp.Hover | None:
        document, place = _at(made, params)
        said = document.meaning(*place) if document is not None else ""
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, said)) if said else None

    @made.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def definition(params: lsp.DefinitionParams) -> lsp.Location | None:
        document, place = _at(made, params)
        span = document.origin(*place) if document is not None else None
        return _location(made, span) if span is not None else None

    @made.feature(lsp.TEXT_DOCUMENT_CODE_ACTION)
    def repair(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        uri, problems = params.text_document.uri, params.context.diagnostics
        return [_repair(uri, one) for one in problems if isinstance(one.data, str)]


async def _later(made: LanguageServer, uri: str) -> None:
    await asyncio.sleep(PAUSE)
    _publish(made, uri)


# --- from the protocol -------------------------------------------------------------------------


def _document(made: LanguageServer, uri: str) -> Document | None:
    path = to_fs_path(uri) if uri.startswith("file:") else None
    if path is None or not Path(path).exists():
        return None
    return Document(Path(path), made.workspace.get_text_document(uri).source)


def _at(made: LanguageServer, params: Any) -> tuple[Document | None, tuple[int, int]]:
    uri = params.text_document.uri
    place = made.workspace.get_text_document(uri).position_from_client_units(params.position)
    return _document(made, uri), (place.line, place.character)


# --- to the protocol ---------------------------------------------------------------------------


def _publish(made: LanguageServer, uri: str, *, examples: bool = False) -> None:
    document = _document(made, uri)
    if document is None:
        return
    found = [_problem(made, uri, one) for one in document.problems(examples=examples)]
    made.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, found))


def _problem(made: LanguageServer, uri: str, one: Diagnostic) -> lsp.Diagnostic:
    text = one.message
    if one.suggestion:
        text += f" (did you mean '{one.suggestion}'?)"
    if one.example:
        text += f"\nfor example: {one.example}"
    return lsp.Diagnostic(
        range=_range(made.workspace.get_text_document(uri), one.span),
        message=text,
        severity=_SEVERITIES[one.severity],
        code=one.code,
        source="tablier",
        related_information=[
            lsp.DiagnosticRelatedInformation(_location(made, span), label) for label, span in one.notes
        ],
        data=one.suggestion,
    )


def _range(text: TextDocument, span: Span | None) -> lsp.Range:
    if span is None:
        span = Span("", 1, 1, 1, 1)
    start = ServerTextPosition(span.line - 1, span.column - 1)
    end = ServerTextPosition(span.end_line - 1, span.end_column - 1)
    return text.range_to_client_units(ServerTextRange(start, end))


def _location(made: LanguageServer, span: Span) -> lsp.Location:
    uri = from_fs_path(str(Path(span.file).resolve())) or ""
    return lsp.Location(uri, _range(made.workspace.get_text_document(uri), span))


def _item(one: Offer) -> lsp.CompletionItem:
    return lsp.CompletionItem(
        label=one.word,
        kind=_KINDS[one.kind],
        detail=one.detail or None,
        documentation=lsp.MarkupContent(lsp.MarkupKind.Markdown, one.meaning) if one.meaning else None,
    )


def _repair(uri: str, problem: lsp.Diagnostic) -> lsp.CodeAction:
    edit = lsp.TextEdit(problem.range, str(problem.data))
    return lsp.CodeAction(
        title=f"write '{problem.data}'",
        kind=lsp.CodeActionKind.QuickFix,
        diagnostics=[problem],
        edit=lsp.WorkspaceEdit(changes={uri: [edit]}),
    )
