"""How a kernel is launched and what fills its arguments: plain data in a row, one table that reads it.

A leaf: every room may import it. Needs NumPy at the most.
"""

from generator.launch.recipe import EDGES, INOUT, INPUT, OUTPUT, TIES, Argument, Launch

__all__ = ["EDGES", "INOUT", "INPUT", "OUTPUT", "TIES", "Argument", "Launch"]
