"""Rules in English, made from the very terms that run: nothing is said that a clause does not do."""

from tablier.show.words.clauses import sentence

__all__ = ["sentence"]
