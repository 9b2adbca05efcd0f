"""The same kernel in other words: what is named and what is written in line, how guards stand, how sums are written."""
