"""Motifs that rotate and transform 3-vectors by quaternions, rigid transforms and small matrices built on the spot."""

from __future__ import annotations

import re

from generator.synthesis.builder import Builder
from generator.synthesis.calls import call, direction
from generator.synthesis.expression import Expression, Unfit
from generator.synthesis.fitting import check_directions
from generator.synthesis.forms import form_of
from generator.synthesis.geometry_sense import vectors_behind
from generator.synthesis.motifs.making import bounded
from generator.synthesis.motifs.making import entry as _m

E = Expression


def _named(b: Builder, value: E, *names: str) -> E:
    """Through a local, two times of three: nested calls read badly."""
    if b.random.chance(0.33) and len(value.text) < 40:
        return value
    return b.read(b.assign(names, value))


def _turn(b: Builder, axis: E, angle: E) -> E:
    turn = bounded(b, f"wp.quat_from_axis_angle({direction(axis)}, {angle})", "Q", 1.0)
    return _named(b, _along(axis, turn), "rotation", "turn")


def _euler(b: Builder, *angles: E) -> E:
    return _named(
        b, bounded(b, f"wp.quat_rpy({', '.join(a.text for a in angles)})", "Q", 1.0), "orientation", "attitude"
    )


def _identity(b: Builder) -> E:
    return bounded(
        b, "wp.quat_identity()" if b.precision == "float32" else f"wp.quat_identity(dtype=wp.{b.precision})", "Q", 1.0
    )


def _part_way(b: Builder, axis: E, share: E) -> E:
    """A rotation between a fixed one and a turn by a fixed angle."""
    fixed = ", ".join([b.constant(0.1, 1.0).text for _ in range(3)])
    turn = _turn(b, axis, b.constant(0.3, 2.0))
    return bounded(b, f"wp.quat_slerp(wp.quat_rpy({fixed}), {turn}, {share})", "Q", 1.0)


def _frame(b: Builder, origin: E, rotation: E) -> E:
    name = {"float32": "transform", "float64": "transformd", "float16": "transformh"}[b.precision]
    return _named(
        b, bounded(b, f"wp.{name}({origin}, {rotation})", "X", max(origin.largest(), 1.0)), "frame", "pose", "base"
    )


def _unit_matrix(b: Builder) -> E:
    return bounded(b, f"wp.identity(n=3, dtype={b.spell('F')})", "M33", 1.0)


def _rows(b: Builder, *rows: E) -> E:
    if len({row.axis for row in rows}) < len(rows):
        raise Unfit("rows that are parallel")
    behind = frozenset().union(*[vectors_behind(b, row) for row in rows])
    if len(behind - b.sources.keys()) < len(rows) and all(row.made_by != "cross" for row in rows):
        raise Unfit("rows that fewer vectors span")
    if any(form_of(other).terms <= form_of(row).terms for row in rows for other in rows if row is not other):
        raise Unfit("row that is a part of another")
    for row in rows:
        made = b.definitions.get(row.text, "")
        if sum(bool(re.search(rf"\b{re.escape(other.text)}", made)) for other in rows) > 1:
            raise Unfit("rows that are dependent")
    return bounded(
        b,
        f"wp.matrix_from_{b.random.pick(('rows', 'cols'))}({', '.join(r.text for r in rows)})",
        "M33",
        max(r.largest() for r in rows),
    )


def _solve(b: Builder, along: E, value: E) -> E:
    if along.largest() > 4.0 or along.axis == value.axis:
        raise Unfit("badly conditioned, or a mere scaling")
    system = _unit_matrix(b) + b.constant(0.1, 0.5) * call("outer", along, along)
    solved = bounded(b, f"wp.inverse({system})", "M33", 1.0) * value
    solved.axis = value.axis  # nearly: a cross product with it would be all rounding
    return solved


def _precessed(b: Builder, p: E, q: E) -> E:
    """``x`` of ``x - c * cross(q, x) = p``: a step of a spin about ``q`` that cannot overshoot."""
    if q.largest() > 4.0:
        raise Unfit("badly conditioned")
    check_directions("cross", q, (p,))
    system = _unit_matrix(b) - b.constant(0.1, 0.5) * call("skew", q)
    return bounded(b, f"wp.inverse({system})", "M33", 1.0) * p


def _askew(p: E, other: E) -> E:
    """The vector, where its dot product with the other one is not decided."""
    check_directions("dot", p, (other,))
    return p


def _along(other: E, value: E) -> E:
    """The value, which is a multiple of another vector, or turns about it."""
    value.axis = other.axis
    return value


ROTATIONS = (
    _m("rotated turned", "V3 V3:free F:angle", "the rotation of {0} around {1} by {2}", lambda b, p, a, s: call("quat_rotate", _turn(b, a, s), p), weight=1.5),
    _m("spun rotated_copy", "V3 V3:free", "the rotation of {0} around {1} by a fixed angle", lambda b, p, a: call("quat_rotate", _turn(b, a, b.constant(0.2, 2)), p), weight=1.2),
    _m("unrotated counter_rotated", "V3 V3:free F:angle", "the reverse rotation of {0} around {1} by {2}",
       lambda b, p, a, s: call("quat_rotate_inv", _turn(b, a, s), p), lambda b, p, a, s: call("quat_rotate", call("quat_inverse", _turn(b, a, s)), p)),
    _m("oriented posed", "V3 F:angle", "{0} in a frame turned by {1} and two fixed angles",
       lambda b, p, x: call("quat_rotate", _euler(b, x, b.constant(0.1, 1), b.constant(0.1, 1)), p),
       lambda b, p, x: call("quat_rotate", _euler(b, b.constant(0.1, 1), b.constant(0.1, 1), x), p)),
    _m("partly_turned between_turns", "V3 V3:free F01", "{0} turned by a rotation between a fixed one and one around {1}, {2} of the way",
       lambda b, p, a, t: call("quat_rotate", _part_way(b, a, t), p), weight=0.7),
    _m("placed world_point", "V3:point V3:place V3:free", "the image of {0} under a frame at {1} turned around {2}",
       lambda b, p, o, a: call("transform_point", _frame(b, o, _turn(b, a, b.constant(0.2, 2))), p)),
    _m("local_point body_point", "V3:point V3:place V3:free", "{0} seen from a frame at {1} turned around {2}",
       lambda b, p, o, a: call("transform_point", call("transform_inverse", _frame(b, o, _turn(b, a, b.constant(0.2, 2)))), p), weight=0.7),
    _m("carried_direction", "V3:free F:angle", "{0} carried by a frame turned by {1}",
       lambda b, p, s: call("transform_vector", _frame(b, bounded(b, f"{b.spell('V3')}()", "V3", 0.0), _euler(b, s, b.constant(0.1, 1), b.constant(0.1, 1))), p), weight=0.6),
    _m("chained_point", "V3:point V3:place V3:place", "{0} moved by two chained frames at {1} and {2}",
       lambda b, p, o, q: call("transform_point", call("transform_multiply", _frame(b, o, _turn(b, q, b.constant(0.2, 2))), _frame(b, q, _identity(b))), p), weight=0.5),
    _m("mapped_vector linear_image", "V3 V3 V3", "the image of {0} under the matrix of {0}, {1} and {2}", lambda b, p, q, r: _rows(b, p, q, r) * _askew(_askew(p, q), r),
       ("the image of {0} under the transposed matrix of {1}, {2} and {0}", lambda b, p, q, r: call("transpose", _rows(b, q, r, p)) * p), weight=0.2),
    _m("symmetric_image", "V3 V3 V3", "the image of {0} under the symmetric product of {1} and {2}",
       lambda b, p, q, r: (call("outer", q, r) + call("outer", r, q)) * _askew(_askew(p, q), r), weight=0.4),
    _m("preconditioned solved", "V3 V3", "{0} with a rank-one update of the identity in {1} undone", lambda b, p, q: _solve(b, q, p), weight=0.6),
    _m("precessed spun_vector", "V3 V3:free", "{0} after an implicit step of a spin about {1}", _precessed, weight=0.3),
    _m("componentwise_ratio", "V3 V3", "the componentwise ratio of {0} to the squares of {1} plus one",
       lambda b, p, q: bounded(b, f"wp.cw_div({p}, wp.cw_mul({q}, {q}) + wp.vec3{_letter(b)}({b.number(1.0)}))", "V3", p.largest()), weight=0.6),
    _m("frame_volume basis_determinant", "V3 V3 V3", "the determinant of the matrix of {0}, {1} and {2}", lambda b, p, q, r: call("determinant", _rows(b, p, q, r)), weight=0.6),
    _m("axis_shifted offset_by_axis", "V3 F", "{1} shifted by a share of the index of the largest component of {0}",
       lambda b, p, s: s + b.constant(0.1, 0.5) * bounded(b, f"{b.spell('F')}(wp.argmax({p}))", "F", 2.0), weight=0.2),
    _m("axis_weighted", "V3 F", "{1} times one plus the index of the largest component of {0}", lambda b, p, s: s * (1.0 + _index_of(b, "argmax", p)), weight=0.1),
    _m("index_weighted", "V3 F", "{1} times one plus the index of the smallest component of {0}", lambda b, p, s: s * (1.0 + _index_of(b, "argmin", p)), weight=0.2),
)  # fmt: skip


def _letter(b: Builder) -> str:
    return {"float32": "", "float64": "d", "float16": "h"}[b.precision]


def _index_of(b: Builder, name: str, vector: E) -> E:
    return Expression(b, f"{b.spell('F')}(wp.{name}({vector}))", "F", 0.0, 2.0, head="cast")
