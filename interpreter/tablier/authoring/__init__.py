"""For those who write rulesets: starting files, differences, watching, reference pages."""
