"""Trees to one checked value: the ruleset, and the functions generated from it."""
