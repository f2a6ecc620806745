"""Formats of other programs: they know how games and positions are written, and no rules.

A ruleset declares under `formats` in which of them it can be written; the rules come from there.
"""
