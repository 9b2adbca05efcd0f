"""Which computations there are, which categories they fall in, and which split has them."""
