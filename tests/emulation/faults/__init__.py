"""Planted faults: patches of the programs, each with the kind and the line of its finding."""
