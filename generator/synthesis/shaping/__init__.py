"""Equivalent forms of a kernel: what is named and what is inlined, how guards stand, how sums are written."""
