"""What a statement can read."""

from __future__ import annotations

from generator.synthesis.expression import Expression


class Variable:
    """Something a statement can read: an expression (a name, or ``x[i]``) and how often it was read.

    ``linear`` marks a sum that a loop with a run-time bound filled: Warp's adjoint does not replay it, so that only
    linear uses of it have a right derivative. ``required`` is false for what may stay unread (loop counters, the
    index); ``uniform`` says that every thread has the same value.
    """

    __slots__ = ("expression", "linear", "required", "type", "uniform", "uses")

    def __init__(self, expression: Expression, required: bool = True, linear: bool = False, uniform: bool = False):
        self.expression = expression
        self.type = expression.type
        self.required = required
        self.linear = linear
        self.uniform = uniform
        self.uses = 0
