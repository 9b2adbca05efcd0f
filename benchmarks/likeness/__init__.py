"""How like the kernels that people write a set of kernels is: trees, constructs, tokens and small language models."""
