"""What studies and solutions found, for people: tables, pages, plots."""
