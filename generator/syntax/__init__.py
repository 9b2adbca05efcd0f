"""A kernel as a tree: types, values, statements, functions; walks over it; printed as Python, and read from Python."""
