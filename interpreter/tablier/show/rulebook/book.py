"""A ruleset as a rulebook: every clause that runs, in a fixed order, each with what it rests on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tablier import __version__
from tablier.model import terms
from tablier.model.ruleset import Clause, Ruleset
from tablier.play.notation import numbering
from tablier.play.state import Stage, State
from tablier.show.catalogue import century_text
from tablier.show.rulebook.cases import cases
from tablier.show.rulebook.margins import Margins
from tablier.show.rulebook.pages import (
    Block,
    Book,
    Doubt,
    Entry,
    Facts,
    Figure,
    Paragraph,
    Quote,
    Rule,
    Section,
    Value,
)
from tablier.show.words.clauses import explained, said
from tablier.show.words.endings import title_of
from tablier.show.words.english import capital, cardinal, counted, full, listed, plain, prose
from tablier.show.words.shape import parts
from tablier.show.words.speech import Speaker

_CONFIDENCE = {
    "A": "A: the sources are complete and clear",
    "B": "B: good secondary sources, or parts of the text",
    "C": "C: a reconstruction from what is left",
    "D": "D: a conjecture",
}
_LANGUAGES = {
    "ca": "Catalan", "da": "Danish", "de": "German", "el": "Greek", "en": "English", "es": "Spanish",
    "fa": "Persian", "fr": "French", "grc": "Ancient Greek", "is": "Icelandic", "it": "Italian",
    "ja": "Japanese", "ko": "Korean", "la": "Latin", "nl": "Dutch", "no": "Norwegian", "pt": "Portuguese",
    "ru": "Russian", "sv": "Swedish", "tr": "Turkish", "zh": "Chinese", "akk": "Akkadian", "bg": "Bulgarian",
    "ar": "Arabic", "hy": "Armenian", "ka": "Georgian", "pl": "Polish", "cs": "Czech", "fro": "Old French",
}  # fmt: skip


def book(ruleset: Ruleset) -> Book:
    """Return the rulebook of a ruleset, with the readings that it was loaded with."""
    return _Writer(ruleset).book()


@dataclass
class _Writer:
    ruleset: Ruleset
    speaker: Speaker = field(init=False)
    margins: Margins = field(init=False)

    def __post_init__(self) -> None:
        self.speaker = Speaker.of(self.ruleset)
        self.margins = Margins.of(self.ruleset)

    def book(self) -> Book:
        """Put it together; the words are explained last, when it is known which of them are used."""
        before: list[tuple[str, list[Block]]] = [
            ("Facts", self.facts()),
            ("Equipment", self.equipment()),
            ("Set-up", self.set_up()),
        ]
        rules: list[tuple[str, list[Block]]] = [
            ("Lead", self.rules("lead")),
            ("Throw", [*self.rules("throw"), *self.rules("no_throw")]),
            ("Numbers", self.rules("numbers")),
            ("Movement", self.rules_of([one for one in self.all("moves") if not is_bearing_off(one)])),
            ("Block and contact", self.rules_of([*self.landings(), *self.all("contact")])),
            ("Obligations", self.rules_of([*self.bans(), *self.all("obligations")])),
            ("Leftovers", [*self.rules("leftovers"), *self.rules("given"), *self.rules("again")]),
            ("Bearing off", self.rules_of([*self.bearing(), *self.bans_off()])),
            ("End and scoring", [*self.rules("end"), *self.rules("stalemate")]),
            ("Match", [*self.rules("match"), *self.rules("stakes")]),
            ("What is kept in mind", self.rules("memory")),
        ]
        after: list[tuple[str, list[Block]]] = [
            ("Readings", self.doubts()),
            ("Sources", self.bibliography()),
            ("Worked examples", list(cases(self.ruleset, self.margins))),
        ]
        words = [("Words", self.words())]
        sections: list[tuple[str, list[Block]]] = [*before[:2], *words, *before[2:], *rules, *after]
        made = [Section(title, _anchor(title), tuple(blocks)) for title, blocks in sections if blocks]
        return Book(
            title=self.ruleset.title,
            subtitle=self.subtitle(),
            summary=full(prose(self.ruleset.about.summary)),
            sections=tuple(made),
            ruleset=self.ruleset.name,
            version=__version__,
        )

    def subtitle(self) -> str:
        about = self.ruleset.about
        return ", ".join(one for one in (about.region, about.period or century_text(about.century)) if one)

    # --- facts, equipment, words ----------------------------------------------------------------

    def facts(self) -> list[Block]:
        about, note = self.ruleset.about, self.margins.section("about").get("confidence_note")
        confidence = _CONFIDENCE.get(about.confidence, about.confidence)
        rows = [
            ("Family", capital(about.family)),
            ("Other names", ", ".join(about.aliases)),
            ("Time", about.period or century_text(about.century)),
            ("Place", about.region),
            ("Confidence", f"{confidence}. {prose(str(note))}" if note else confidence),
            ("Rules taken over from", listed([title_of(one) for one in self.ruleset.parents])),
            ("Readings chosen", listed(self.chosen())),
            ("Ruleset", self.ruleset.name),
        ]
        return [Facts(tuple((label, text) for label, text in rows if text))]

    def chosen(self) -> list[str]:
        """Readings that have not their default."""
        return [
            f"{plain(one.name)}: {plain(one.chosen)}"
            for one in self.ruleset.readings.values()
            if one.chosen != one.default
        ]

    def equipment(self) -> list[Block]:
        ground, note = self.margins.ground(self.margins.section("board")), self.note("board")
        found: list[Block] = [Paragraph(full(self.board()), ground)]
        found.append(Paragraph(full(self.ways()), self.margins.ground(self.margins.section("routes"))))
        white, black = self.ruleset.men
        men = f"each side has {counted(white, 'man', 'men')}"
        if white != black:
            men = f"White has {counted(white, 'man', 'men')}, Black {cardinal(black)}"
        found.append(Paragraph(full(f"{men}; the sides are here called White and Black")))
        told = (self.route(), self.note("routes"), self.regions(), self.layers(), note)
        found.extend(Paragraph(full(one)) for one in told if one)
        found.extend(self.rules("notation"))
        return found

    def note(self, section: str) -> str:
        return prose(str(self.margins.section(section).get("note") or ""))

    def board(self) -> str:
        rows = [[one for one in row.split() if one not in ("|", ".")] for row in self.ruleset.rows]
        count, noun = sum(map(len, rows)), self.speaker.atlas.noun
        across = "one row" if len(rows) == 1 else f"{cardinal(len(rows))} rows"
        bar = ", divided by a bar" if any("|" in row for row in self.ruleset.rows) else ""
        return f"the board has {counted(count, noun)} in {across}{bar}"

    def ways(self) -> str:
        """How the two routes lie to each other."""
        white, black = self.ruleset.layout.routes
        noun = self.speaker.atlas.noun
        shared = set(white) & set(black)
        if white == black:
            return "both sides go the same way over the board"
        if white == black[::-1]:
            return "the two sides go opposite ways: where one begins, the other ends"
        if not shared:
            return f"each side keeps to its own {noun}s, and the two never meet"
        if len(white) == len(black) and shared == set(white) and black == _turned(white, black[0]):
            first = self.speaker.atlas.step(white.index(black[0]) + 1, "White's")
            return f"both sides go round the board in the same direction; Black's way begins on {first}"
        return f"each side has a way of its own; the two have {counted(len(shared), noun)} in common"

    def route(self) -> str:
        """The points of both ways by their names, where no number tells them."""
        white, black = (" ".join(route) for route in self.ruleset.layout.routes)
        if white == black and numbering(self.ruleset) == "points":
            return f"the way goes by {white}"
        if not self.speaker.atlas.by_step:
            return ""
        return f"White's way goes by {white}; Black's by {black}"

    def regions(self) -> str:
        atlas = self.speaker.atlas
        told = [
            f"{plain(name)} ({atlas.steps(steps, '').strip()})"
            for name, steps in self.ruleset.regions.items()
        ]
        if not told:
            return ""
        return f"parts of a side's way have names: {listed(told)}"

    def layers(self) -> str:
        """What else a man on the board may be than free."""
        layers = [plain(one) for one in self.ruleset.layout.layers]
        return f"a man on the board may be {listed(layers, 'or')}, or not" if layers else ""

    def words(self) -> list[Block]:
        """The game's own words, and phrases that were called by their names."""
        rows = [(capital(plain(word)), full(prose(meaning))) for word, meaning in self.ruleset.terms.items()]
        explained_: dict[str, str] = {}
        while left := [name for name in self.speaker.lexicon.used if name not in explained_]:
            explained_ |= {name: explained(self.speaker, name) for name in left}
        rows += [(capital(plain(name)), text) for name, text in explained_.items()]
        return [Facts(tuple(rows))] if rows else []

    def set_up(self) -> list[Block]:
        entry = self.margins.section("setup")
        ground = self.margins.ground(entry)
        white, black = (self.placed(side) for side in (0, 1))
        texts = [f"each side begins with {white}"] if white == black else []
        texts = texts or [f"White begins with {white}", f"Black begins with {black}"]
        found: list[Block] = [Paragraph(full(one), ground) for one in texts]
        if entry.get("note"):
            found.append(Paragraph(full(prose(str(entry["note"])))))
        state = State(self.ruleset.setup, Stage.LEAD, 0)
        caption = "The men at the start"
        if numbering(self.ruleset) != "points":
            caption += "; points as White counts them"
        return [*found, Figure(state, f"{self.ruleset.title}: the men at the start", caption)]

    def placed(self, side: int) -> str:
        """Where a side's men stand at the start; places with as many men are told together."""
        layout, row = self.ruleset.layout, self.ruleset.setup[side]
        groups: dict[tuple[int, str], list[int]] = {}
        told = []
        for index in range(1, layout.men_end):
            step, _, layer = layout.place_names[index].partition(":")
            if row[index] and step.isdecimal():
                groups.setdefault((row[index], layer), []).append(int(step))
            elif row[index]:
                where = {"hand": "in hand", "bar": "on the bar", "off": "off the board"}[step]
                told.append(f"{counted(row[index], 'man', 'men')} {where}")
        return listed([*(self.standing(*group, steps) for group, steps in groups.items()), *told])

    def standing(self, count: int, layer: str, steps: list[int]) -> str:
        """So many men on each of some points."""
        kind = f"{plain(layer)} " if layer else ""
        each = "each of " if len(steps) > 1 else ""
        where = self.speaker.atlas.steps(tuple(steps), "its")
        return f"{counted(count, f'{kind}man', f'{kind}men')} on {each}{where}"

    # --- clauses --------------------------------------------------------------------------------

    def all(self, section: str) -> Sequence[Clause]:
        return self.ruleset.section(section)

    def landings(self) -> list[Clause]:
        return [one for one in self.all("forbidden") if one.term("landing") is not None]

    def bans(self) -> list[Clause]:
        landings, off = self.landings(), self.bans_off()
        return [one for one in self.all("forbidden") if one not in landings and one not in off]

    def bans_off(self) -> list[Clause]:
        """What forbids bearing off."""
        return [
            one
            for one in self.all("forbidden")
            if any(part == terms.IsAt("to", "off") for part in parts(one.term("move") or terms.Truth(False)))
        ]

    def bearing(self) -> list[Clause]:
        return [one for one in self.all("moves") if is_bearing_off(one)]

    def rules(self, section: str) -> list[Block]:
        return self.rules_of(self.all(section))

    def rules_of(self, clauses: Sequence[Clause]) -> list[Block]:
        return [self.rule(clause) for clause in clauses]

    def rule(self, clause: Clause) -> Rule:
        """One clause with everything that is said of it."""
        entry = self.margins.of_clause(clause)
        ground = self.margins.ground(
            {"source": list(clause.sources), "default": clause.default or entry.get("default")}
        )
        return Rule(
            name=capital(plain(clause.name) or _TITLES.get(clause.section, "")),
            clause=clause.id,
            sentence=said(self.speaker, clause),
            ground=ground,
            wording=full(prose(clause.text or "")),
            quotes=self.margins.quotes(entry) or self.quoted(clause),
            note=full(prose(clause.note or "")),
        )

    def quoted(self, clause: Clause) -> tuple[Quote, ...]:
        return (Quote(clause.quote),) if clause.quote else ()

    # --- readings and sources -------------------------------------------------------------------

    def doubts(self) -> list[Block]:
        return [self.doubt(name) for name in self.ruleset.readings]

    def doubt(self, name: str) -> Doubt:
        reading = self.ruleset.readings[name]
        written = self.margins.entry("readings", name).get("values") or {}
        values = []
        for value in reading.values.values():
            entry = written.get(value.name) or {}
            values.append(
                Value(
                    name=capital(plain(value.name)),
                    argument=full(prose(value.argument)),
                    chosen=value.name == reading.chosen,
                    default=value.name == reading.default,
                    ground=self.margins.ground({"source": list(value.sources)}),
                    quotes=self.margins.quotes(entry),
                    option=f"--reading {name}={value.name}",
                )
            )
        return Doubt(capital(plain(name)), prose(reading.question), tuple(values))

    def bibliography(self) -> list[Block]:
        found: list[Block] = []
        for number, source in enumerate(self.ruleset.sources.values(), start=1):
            language = source.language or ""
            found.append(
                Entry(
                    number=number,
                    source=source.id,
                    cite=" ".join(source.cite.split()),
                    date=source.date or "",
                    language=_LANGUAGES.get(language, language),
                    url=source.url or "",
                    note=full(prose(str(self.margins.entry("sources", source.id).get("note") or ""))),
                )
            )
        return found


_TITLES = {
    "stalemate": "no more moves",
    "no_throw": "when nothing is thrown",
    "again": "another throw",
    "given": "numbers passed over",
}


def is_bearing_off(clause: Clause) -> bool:
    """Whether a kind of move takes men off the board."""
    goal = clause.places("to")
    return goal is not None and goal.spot == "off"


def _turned(route: Sequence[str], first: str) -> tuple[str, ...]:
    """A way round the board, begun at another point."""
    at = list(route).index(first)
    return (*route[at:], *route[:at])


def _anchor(title: str) -> str:
    return title.lower().replace(" ", "-")


def clauses_shown(found: Book) -> Iterator[str]:
    """Yield the clause of every rule in a book."""
    for section in found.sections:
        for block in section.blocks:
            if isinstance(block, Rule):
                yield block.clause
