"""A ruleset to a game: states, moves, plays, turns, notation."""
