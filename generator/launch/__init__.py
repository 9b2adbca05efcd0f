"""How a kernel is launched and how its arguments are filled: plain data in a row, and one table of fills.

A leaf: every room may import it. Needs NumPy alone.
"""

from generator.launch.recipe import EDGES, INOUT, INPUT, OUTPUT, TIES, Argument, Launch

__all__ = ["EDGES", "INOUT", "INPUT", "OUTPUT", "TIES", "Argument", "Launch"]
