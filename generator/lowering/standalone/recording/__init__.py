"""A Warp kernel recorded as the statements that both directions are written from."""
