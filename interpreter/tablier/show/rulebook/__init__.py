"""The rulebook of a ruleset: its clauses in English with their sources, diagrams, and worked cases."""
