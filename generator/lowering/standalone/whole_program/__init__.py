"""A program that stands alone: device code, host code, inputs, expected results, how it is run."""
