"""Keeps a ruleset's generated module on disk with its machine code, and imports it.

The file's name is a hash of everything that it depends on: the generated text (and so the ruleset
and its readings), this package's version, numba's. A stale module is simply another name.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import sys
from functools import lru_cache
from pathlib import Path
from types import ModuleType

from tablier import __version__
from tablier.fast.module import module_text
from tablier.model.ruleset import Ruleset


class FastIsMissingError(ImportError):
    """numba is not installed."""


def is_available() -> bool:
    """Whether numba is installed."""
    return importlib.util.find_spec("numba") is not None


def cache_folder() -> Path:
    """Return the folder of generated modules: `TABLIER_CACHE`, or the platform's cache folder."""
    given = os.environ.get("TABLIER_CACHE")
    if given:
        return Path(given)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "tablier" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "tablier"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tablier"


@lru_cache(maxsize=64)
def _imported(text: str) -> ModuleType:
    import numba

    digest = hashlib.sha256(f"{__version__} {numba.__version__} {sys.version}\n{text}".encode()).hexdigest()[
        :24
    ]
    folder = cache_folder()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"rules_{digest}.py"
    if not path.exists():
        new = path.with_suffix(f".{os.getpid()}.new")
        new.write_text(text, encoding="utf-8")
        new.replace(path)
    spec = importlib.util.spec_from_file_location(f"tablier_{path.stem}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def load_fast(ruleset: Ruleset) -> ModuleType:
    """Return the compiled module of a ruleset.

    Raises:
        FastIsMissingError: when numba is not installed.
        UnsuitedError: when the ruleset has something that only the plain executor can do.
    """
    if not is_available():
        raise FastIsMissingError("the fast executor needs numba: pip install 'tablier[fast]'")
    return _imported(module_text(ruleset))
