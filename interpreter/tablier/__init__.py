"""Tablier plays historical tables games whose rules are written in YAML rulesets."""

__version__ = "0.1.0"
