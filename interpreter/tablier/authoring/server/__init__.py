"""The language server: what the commands know, told to an editor while somebody types."""
