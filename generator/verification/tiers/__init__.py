"""The checks of a row, a file for each tier, and the batch verification of many rows."""
