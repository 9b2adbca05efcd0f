"""Small matrices: products, solves, invariants, construction from rows, columns and scalars."""

from __future__ import annotations

from generator.synthesis.builder import Builder
from generator.synthesis.calls import call
from generator.synthesis.category import EXTENDED, Category, register
from generator.synthesis.expression import Expression, Unfit
from generator.synthesis.inputs import add_array, add_arrays, start
from generator.synthesis.motifs import SCALAR_MOTIFS
from generator.synthesis.motifs.making import bounded, entry, local, made
from generator.synthesis.motifs.motif import FITS, called
from generator.synthesis.motifs.systems import (
    eigenvalues,
    form,
    identity,
    image_of,
    invariant,
    inverse,
    inverse_of,
    is_definite,
    least_squares,
    preimage,
    transposed_image,
    unscaled,
)
from generator.synthesis.prose import purpose_of
from generator.synthesis.straight import chain, typed_array
from generator.synthesis.structure import DEVIATOR, PART, SKEW, SYMMETRIC
from generator.synthesis.types import MATRIX_OF, ORDER, VECTOR_OF
from generator.synthesis.verbs import verb_of, verbs

_NAME = r"[\w.\[\]]+"
VERBS = verbs(
    solve=r"wp\.inverse\(.* \* ", invert=r"wp\.inverse\(", contract=r".*wp\.ddot\(",
    symmetrize=r"\S*0\.5\)? \* \(.* \+ \S*transpose", decompose=r"(?:\S*0\.5\)? \* \(.* - \S*transpose|.* - .*trace.*identity)",
    update=r".* \+ .*wp\.outer\(", weight=r"wp\.cw_mul\(", multiply=rf"(?:wp\.transpose\({_NAME}\)|{_NAME}) \* {_NAME}$",
    combine=r".* [+-] ",
)  # fmt: skip
"""What a kernel may be called by how its first output begins."""
NAMES = ("jacobian", "basis", "mixing_matrix", "gradient_matrix", "propagator")
SYMMETRIC_NAMES = ("metric", "covariance", "diffusion_tensor", "stiffness_matrix")
"""Names that promise a symmetric, positive definite matrix; launches fill them so."""
ON_DIAGONAL, OFF_DIAGONAL = frozenset({"hollow", "part", "diagonal"}), frozenset({"diagonal", "deviator", "part"})
"""Traits of matrices whose entries there are zero, or those of the matrix that they were made from."""
E = Expression


for _type in MATRIX_OF.values():
    FITS[f"{_type}:jacobian"] = called("jacobian")
    FITS[f"{_type}:gradient"] = called("gradient matrix")
    FITS[f"{_type}:definite"] = is_definite


def _image(b: Builder, m: E, x: E) -> E:
    if m.made_by == "diag" and x.type not in MATRIX_OF.values():
        raise Unfit("componentwise product")
    return _new(image_of(b, m, x))


def _new(value: E) -> E:
    """The value, where it has no name yet."""
    if not value.head:
        raise Unfit("computed twice")
    return value


def _symmetric_part(b: Builder, m: E) -> E:
    part = 0.5 * (m + call("transpose", m))
    part.traits = PART
    return part


def _skew_part(b: Builder, m: E) -> E:
    if "deviator" in m.traits:
        raise Unfit("antisymmetric part of a deviator")
    part = 0.5 * (m - call("transpose", m))
    part.traits = SKEW
    return part


def _form(b: Builder, m: E, x: E) -> E:
    if not m.traits.isdisjoint(("skew", "part", "diagonal")):
        raise Unfit("quadratic form of a part")
    return form(x, image_of(b, m, x), m)


def _deviator(b: Builder, m: E) -> E:
    if "traceless" in m.traits:
        raise Unfit("deviator of a deviator")
    order = ORDER[m.type]
    low, high = eigenvalues(m) or (m.low, m.high)
    trace = made(b, f"wp.trace({m})", "F", order * low, order * high)
    rest = m - trace / float(order) * identity(b, m)
    rest.traits = (m.traits & SYMMETRIC) | DEVIATOR
    return rest


def _entry(b: Builder, m: E) -> E:
    if m.head:
        raise Unfit("entry of a compound")
    last = ORDER[unscaled(b, m).type] - 1
    row, column = b.random.between(0, last), b.random.between(0, last)
    if not m.traits.isdisjoint(ON_DIAGONAL if row == column else OFF_DIAGONAL):
        raise Unfit("entry that is zero, or that of the matrix it was made from")
    value = Expression(b, f"{m}[{row}, {column}]", "F", m.low, m.high, head="component")
    if any(value.text in known for known in b.definitions.values()):
        raise Unfit("entry that was read before")
    if bounds := eigenvalues(m):
        reach = 0.5 * (bounds[1] - bounds[0])  # what lies beside the diagonal is seldom more than half of that
        value.low, value.high = bounds if row == column else (-reach, reach)
        value.set_samples(b.draw_samples(*(bounds if row == column else (-0.5 * reach, 0.5 * reach))))
    return value


def _rectangular(b: Builder, m: E, x: E, y: E) -> E:
    """A 2 by 3 matrix of scalars times a 3-vector."""
    entries = ", ".join(str(e) for e in (x, y, b.constant(0.2, 2), y, b.constant(0.2, 2), x))
    wide = local(b, bounded(b, f"wp.matrix({entries}, shape=(2, 3))", "M23", 3.0), "wide", "selector")
    vector = f"wp.vector({x}, {y}, {_entry(b, m)}, length=3)"
    return Expression(b, f"wp.length_sq({wide} * {vector})", "F", 0.0, 60.0, head="length_sq")


def table(n: int):  # type: ignore[no-untyped-def]
    """Motifs for matrices of order ``n``; M and V stand for their types."""
    m, v = MATRIX_OF[n], VECTOR_OF[n]

    def line(names, operands, phrase, *builds, weight=1.0):  # type: ignore[no-untyped-def]
        return entry(names, operands.replace("M", m).replace("V", v), phrase, *builds, weight=weight)

    return (
        line("image mapped", "M V", "the image of {1} under {0}", _image, weight=1.3),
        line("pulled_back transposed_image", "M V", "the image of {1} under the transpose of {0}", transposed_image, weight=0.7),
        line("product composed", "M M", "the matrix product of {0} and {1}", _image,
             ("the product of the transpose of {0} and {1}", transposed_image), weight=1.5),
        line("symmetric_part", "M", "the symmetric part of {0}", _symmetric_part, weight=0.8),
        line("strain_part", "M:gradient", "the symmetric part of {0}", _symmetric_part),
        line("skew_part antisymmetric_part", "M", "the antisymmetric part of {0}", _skew_part, weight=0.5),
        line("spin_part", "M:gradient", "the antisymmetric part of {0}", _skew_part, weight=0.6),
        line("updated_matrix corrected_matrix", "M V V", "{0} with a rank-one update by {1} and {2}", lambda b, a, x, y: a + b.constant(0.1, 1) * call("outer", x, y)),
        line("blended_matrix mixed_matrix", "M M", "a weighted sum of {0} and {1}", lambda b, p, q: b.constant(0.2, 2) * p + b.constant(0.2, 2) * q,
             ("a weighted difference of {0} and {1}", lambda b, p, q: p - b.constant(0.2, 2) * q)),
        line("entrywise weighted_entries", "M M", "the entrywise product of {0} and {1}", lambda b, p, q: call("cw_mul", unscaled(b, p), unscaled(b, q)), weight=0.6),
        line("scaled_matrix", "M F", "{0} scaled by {1}", lambda b, a, s: a * s, lambda b, a, s: s * a),
        line("inverse_metric inverted", "M", "the inverse of the damped normal matrix of {0}", inverse, weight=0.8),
        line("inverse_matrix inverted", "M:definite", "the inverse of {0}", inverse_of),
        line("solved preimage", "M:definite V", "the solution of {0} for {1}", lambda b, a, x: _new(preimage(b, a, x)), weight=1.5),
        line("squared_distance", "M:definite V", "the quadratic form of the inverse of {0} at {1}", lambda b, a, x: form(x, preimage(b, a, x), a), weight=0.8),
        line("solution solved", "M V", "the damped least-squares solution of {0} for {1}", least_squares),
        line("determinant_value", "M", "the determinant of {0}", lambda b, a: invariant(b, "determinant", a), weight=0.8),
        line("volume_change", "M:jacobian", "the determinant of {0}", lambda b, a: call("determinant", a)),
        line("trace_value", "M", "the trace of {0}", lambda b, a: invariant(b, "trace", a), weight=0.8),
        line("dilation", "M:gradient", "the trace of {0}", lambda b, a: call("trace", a)),
        line("contraction contracted", "M M", "the double contraction of {0} and {1}", lambda b, p, q: call("ddot", p, q), ("half the double contraction of {0} and {1}", lambda b, p, q: 0.5 * call("ddot", p, q))),
        line("quadratic_form", "M V", "the quadratic form of {0} at {1}", _form),
        line("diagonal main_diagonal", "M", "the diagonal of {0}", lambda b, a: call("get_diag", a), weight=0.6),
        line("diagonal_matrix", "V", "the diagonal matrix of {0}", lambda b, x: call("diag", x), weight=0.6),
        line("deviator deviatoric", "M", "the deviator of {0}", _deviator, weight=0.7),
        line("entry_value matrix_entry", "M", "an entry of {0}", _entry, weight=0.7),
        line("projected_norm_sq rectangular_norm_sq", "M F F", "a squared norm through a 2 by 3 matrix of {1}, {2} and an entry of {0}", _rectangular, weight=0.5),
    )  # fmt: skip


TABLES = {n: table(n) for n in (2, 3, 4)}


def grow_kernel(builder: Builder) -> tuple[str, str]:
    """One or two matrices, a vector, perhaps a scalar; a chain of steps."""
    random = builder.random
    start(builder)
    n = random.weighted(((3, 5.0), (2, 3.0), (4, 1.0)))
    for _ in range(random.between(1, 2)):
        if random.chance(0.35):
            matrix = typed_array(builder, MATRIX_OF[n], SYMMETRIC_NAMES, "spd", -1.5, 4.0)
            matrix.expression.traits = SYMMETRIC
        else:
            typed_array(builder, MATRIX_OF[n], NAMES, "uniform", -1.0, 1.0)
    add_array(builder, VECTOR_OF[n])
    add_arrays(builder, random.between(0, 1))
    steps = (*TABLES[n], *((m, 0.05 * w) for m, w in SCALAR_MOTIFS["any"]))
    chain(builder, steps, random.between(2, 6))
    return verb_of(builder, VERBS), purpose_of(builder)


register(Category("matrix", EXTENDED, "Products, solves and invariants of small matrices.", grow_kernel))
