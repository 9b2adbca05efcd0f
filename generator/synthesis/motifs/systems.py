"""Matrices that are inverted: positive definite ones, and the damped normal matrix of any other."""

from __future__ import annotations

from generator.synthesis.builder import Builder
from generator.synthesis.calls import call
from generator.synthesis.expression import Expression, Unfit
from generator.synthesis.motifs.making import bounded, known, local
from generator.synthesis.motifs.motif import readable
from generator.synthesis.structure import DIAGONAL, SYMMETRIC
from generator.synthesis.types import ORDER

E = Expression


def is_definite(e: E) -> bool:
    """Whether a matrix can be inverted as it is: one that is loaded as positive definite."""
    return e.text in e.builder.prose and "symmetric" in e.traits


def identity(b: Builder, m: E) -> E:
    """The identity of a matrix's order."""
    identity = bounded(b, f"wp.identity(n={ORDER[m.type]}, dtype={b.spell('F')})", m.type, 1.0)
    identity.traits = DIAGONAL
    return identity


def well_conditioned(b: Builder, m: E) -> E:
    """``m^T m + c I``: positive definite whatever ``m`` is."""
    product = call("transpose", unscaled(b, m)) * m
    product.traits = SYMMETRIC
    return known(b, f"{product} + ") or local(
        b,
        product + b.constant(0.8, 2.0) * identity(b, m),
        "normal_matrix",
        "system",
        phrase=f"the damped normal matrix of {readable(m)}",
    )


def inverse(b: Builder, m: E) -> E:
    """The inverse of a matrix's damped normal matrix."""
    return inverse_of(b, well_conditioned(b, m))


def inverse_of(b: Builder, system: E) -> E:
    """The inverse of a positive definite matrix."""
    inverse = bounded(b, f"wp.inverse({system})", system.type, 1.5)
    inverse.traits, inverse.axis = SYMMETRIC, system.axis
    return inverse


def unscaled(b: Builder, m: E) -> E:
    """The matrix, where it is no variable times a float: that factor would stand better before the result."""
    if m.made_by == "*" and any(v.expression.text == m.axis != m.text for v in b.variables):
        raise Unfit("image under a scaled matrix")
    return m


def transposed(b: Builder, m: E) -> E:
    """The transpose, of anything but a product with a transpose in it."""
    if "wp.transpose(" in b.definitions.get(m.text, m.text):
        raise Unfit("transpose of a transpose")
    return call("transpose", unscaled(b, m))


def least_squares(b: Builder, m: E, x: E) -> E:
    """The damped least-squares solution of ``m y = x``."""
    image = transposed(b, m) * x
    return inverse(b, m) * image
