"""Whether a float output of a kernel depends on a float input, told from its tree; and if not, why."""

from __future__ import annotations

from collections.abc import Sequence

from generator.syntax.modules import Module
from generator.syntax.operations import TESTS
from generator.syntax.statements import Assign, Augment, Block, Call, Statement, Store, walk
from generator.syntax.types import Record, element_of, is_float, scalar_of
from generator.syntax.values import Value, last_word, root_of
from generator.syntax.walks.addends import enters_sums_alone
from generator.syntax.walks.adjoint_limits import adjoint_limits
from generator.synthesis.storage.signature import Slot

BREAKING = {"int", "int32", "int64", "uint32", "floor", "ceil", "rint", "round", "sign", "step", "trunc", "poisson"}
"""Functions whose result has no derivative in their argument."""


WITHOUT_ADJOINT = frozenset(
    "tile_from_thread tile_stack_push tile_diag_add tile_full tile_max tile_min tile_reduce tile_sort "
    "tile_scan_max_inclusive tile_scan_min_inclusive randf svd2 transform_set_rotation transform_set_translation "
    "mesh_query_ray mesh_query_furthest_point_no_sign".split()
)
"""Built-ins through which Warp carries no adjoint, or a wrong one."""

SINGLE_PRECISION = tuple(
    "mesh_query mesh_eval_position mesh_eval_velocity bvh_query volume_ closest_point_edge_edge intersect_tri_tri "
    "tile_fft tile_ifft sample_cdf".split()
)
"""Prefixes of built-ins in single precision only, where finite differences are too coarse to check an adjoint."""

EXTREMES = ("wp.atomic_min", "wp.atomic_max")
"""Atomics whose adjoint also reaches elements that lost."""

_RESULTS = {"tile_matmul": 3, "tile_axpy": 3, "tile_lower_solve_inplace": 2, "tile_upper_solve_inplace": 2}
"""Built-ins that write to an argument that is not their first -> its place, from 1."""


def why_not_differentiable(body: Block, slots: Sequence[Slot], by_lane: bool = False) -> str:
    """The reason, empty where a derivative has meaning; ``by_lane``: the body tells the threads of a block apart."""
    floats = [slot for slot in slots if is_float(slot.type) or isinstance(element_of(slot.type), Record)]
    outputs = {slot.symbol for slot in floats if slot.writes}
    if not outputs:
        return "no output of floats"
    in_place = [slot for slot in slots if slot.stores and slot.reads]
    if not all(enters_sums_alone(body, slot.symbol) for slot in in_place if slot in floats):
        return "an array is read and stored in place"
    if any(slot not in floats for slot in in_place):
        return "a number that steers the kernel is overwritten: an adjoint would read what the kernel left"
    statements = walk(body)
    extremes = [each.value for each in statements if type(each) is Call and each.value.callee in EXTREMES]
    if not {root_of(call.operands[1]) for call in extremes}.isdisjoint([slot.symbol for slot in floats]):
        return "atomic minimum or maximum of floats: an element that lost keeps its adjoint in Warp"
    moved = {slot.symbol for slot in floats if slot.reads and not slot.writes}
    waiting, before = statements, -1
    while len(waiting) != before:
        before = len(waiting)
        waiting = [statement for statement in waiting if not _reaches(statement, moved)]
    calls = [part for statement in statements for part in statement.calls]
    words = {call.callee.rpartition(".")[2] for call in calls}
    if lost := words & WITHOUT_ADJOINT:
        found = [(last_word(call.operands[0]), any(_moves(each, moved) for each in call.children)) for call in calls]
        if broken := sorted({word for word, reached in found if reached and word in lost}):
            return f"Warp has no adjoint of {', '.join(broken)}"
    if narrow := sorted([word for word in words if word.startswith(SINGLE_PRECISION)]):
        return f"{', '.join(narrow)} in single precision only: differences cannot check the adjoint"
    tiled = not by_lane and any(word.startswith("tile_") for word in words)
    stores = (statement for statement in statements if tiled and type(statement) is Store)
    if any(root_of(store.target) in outputs and _moves(store.value, moved) for store in stores):
        return "all threads of a block store one element: in Warp's adjoint they read and clear its gradient in a race"
    return "" if moved & outputs else "no output of floats depends on an input of floats"


KNOWN_ISSUE = "known Warp issue"
"""Beginning of the reason where Warp's adjoint is known to be wrong."""


def known_issue(module: Module) -> str:
    """The adjoint limits that a module has, as a reason; empty where it has none."""
    limits = sorted(adjoint_limits(module))
    return f"{KNOWN_ISSUE}: {', '.join(limits)}" if limits else ""


def _reaches(statement: Statement, moved: set[str]) -> bool:
    """Whether a statement makes names depend on those of ``moved``, which they join."""
    if type(statement) is Assign and _moves(statement.value, moved):
        moved.update(statement.sets)
        return True
    if (type(statement) is Store or type(statement) is Augment) and _moves(statement.value, moved):
        moved.add(root_of(statement.target))
        return True
    if type(statement) is Call and any(_moves(each, moved) for each in statement.value.operands[1:]):
        _, *arguments = statement.value.operands
        place = _RESULTS.get(last_word(statement.value.operands[0]), 1)
        moved.add(root_of(arguments[min(place, len(arguments)) - 1]))
        return True
    return False


def _moves(value: Value, moved: set[str]) -> bool:
    """Whether a value depends on names of ``moved``."""
    if moved.isdisjoint(value.names):
        return False
    scalar = scalar_of(value.type)
    if value.operation in TESTS or (scalar is not None and not scalar.is_float):
        return False
    if value.operation == "name":
        return True
    if value.operation == "subscript":
        return _moves(value.operands[0], moved)
    if value.operation == "ternary":
        return _moves(value.operands[0], moved) or _moves(value.operands[2], moved)
    parts = value.children
    if value.operation == "call":
        parts = () if value.callee.rpartition(".")[2] in BREAKING else parts[1:]
    return any(_moves(part, moved) for part in parts)
