"""Intermediate representation of a kernel: typed operations in a tree of blocks, and analyses of one walk each."""
