"""Matrices that are inverted: positive definite ones, and the damped normal matrix of any other."""

from __future__ import annotations

from generator.synthesis.builder import Builder
from generator.synthesis.calls import call
from generator.synthesis.expression import Expression, Unfit
from generator.synthesis.motifs.making import bounded, known, local
from generator.synthesis.motifs.motif import readable
from generator.synthesis.structure import DIAGONAL, INVERSE, SYMMETRIC, check_image
from generator.synthesis.types import ORDER

E = Expression
FILLED, INVERSE_FILLED, INVERSE_NORMAL = (1.0, 4.0), (0.25, 1.0), (0.05, 1.25)
"""Eigenvalues of matrices that launches fill as definite, of their inverses, and of those of normal matrices."""


def is_definite(e: E) -> bool:
    """Whether a matrix can be inverted as it is: one that is loaded as positive definite."""
    return e.text in e.builder.prose and "symmetric" in e.traits


def eigenvalues(m: E) -> tuple[float, float] | None:
    """What the eigenvalues of a positive definite matrix, or of the inverse of one, lie between."""
    made = m.builder.definitions.get(m.text, m.text)
    if is_definite(m):
        return FILLED
    inverse = INVERSE.fullmatch(made)
    return None if not inverse else INVERSE_FILLED if inverse[1] in m.builder.prose else INVERSE_NORMAL


def invariant(b: Builder, name: str, m: E) -> E:
    """The trace or the determinant, which a positive definite matrix has above zero."""
    if name == "trace" and unscaled(b, m).text != m.text:
        raise Unfit("trace of a scaled matrix")
    value = call(name, m)
    if bounds := eigenvalues(m):
        value.low, value.high = (x * ORDER[m.type] if name == "trace" else x ** ORDER[m.type] for x in bounds)
    return value


def form(x: E, image: E, m: E) -> E:
    """``x . m x``, which is not negative where ``m`` is positive definite."""
    value = call("dot", x, image)
    if eigenvalues(m):
        value.low = 0.0
        value.set_samples([abs(v) for v in value.samples])
    return value


def identity(b: Builder, m: E) -> E:
    """The identity of a matrix's order."""
    identity = bounded(b, f"wp.identity(n={ORDER[m.type]}, dtype={b.spell('F')})", m.type, 1.0)
    identity.traits = DIAGONAL
    return identity


def well_conditioned(b: Builder, m: E) -> E:
    """``m^T m + c I``: positive definite whatever ``m`` is."""
    product = call("transpose", unscaled(b, m)) * m
    product.traits = SYMMETRIC
    return known(b, f"{product} + ", begins=True) or local(
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


def image_of(b: Builder, m: E, x: E) -> E:
    """``m x``, by its name where it has one; Unfit where it stands in another line already."""
    check_image(b, m, x)
    image = unscaled(b, m) * x
    if named := known(b, image.text):
        return named
    if any(image.text in made for made in b.definitions.values()):
        raise Unfit("image computed twice")
    return image


def transposed_image(b: Builder, m: E, x: E) -> E:
    """``m^T x``."""
    check_image(b, m, x)
    return transposed(b, m) * x


def preimage(b: Builder, system: E, x: E) -> E:
    """The solution ``y`` of ``system y = x`` for a positive definite matrix."""
    return image_of(b, known(b, f"wp.inverse({system})") or inverse_of(b, system), x)


def least_squares(b: Builder, m: E, x: E) -> E:
    """The damped least-squares solution of ``m y = x``."""
    return preimage(b, well_conditioned(b, m), transposed_image(b, m, x))
