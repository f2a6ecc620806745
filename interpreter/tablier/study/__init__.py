"""Many games, and the worked cases of rulesets."""
