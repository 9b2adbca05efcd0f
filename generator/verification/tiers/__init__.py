"""The checks of a row, a file a tier, and what puts many rows through them."""
