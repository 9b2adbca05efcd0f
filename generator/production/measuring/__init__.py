"""How different the rows of a build are, counted from its files."""
