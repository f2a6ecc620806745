"""Where the grammar, the schemas and the library of rulesets lie."""

from importlib.resources import files
from pathlib import Path
from typing import Literal


class MissingResourceError(FileNotFoundError):
    """Tablier was installed without one of its own folders."""


def folder(kind: Literal["rulesets", "grammar", "schemas"]) -> Path:
    """Return the folder of rulesets, of the grammar or of the schemas.

    In an installed package the folders lie beside the modules, in a checkout at the top.

    Raises:
        MissingResourceError: when the installation lacks the folder.
    """
    installed = Path(str(files("tablier") / kind))
    if installed.is_dir():
        return installed
    checkout = Path(__file__).resolve().parents[2] / kind
    if checkout.is_dir():
        return checkout
    raise MissingResourceError(f"Tablier's own folder '{kind}' is missing; please install Tablier again")
