"""Properties of operations: which change memory, which can move, and into which array a value points."""

from __future__ import annotations

from generator.lowering.standalone.cuda_text.builtin_rules_scalar import RANDOM
from generator.lowering.standalone.cuda_text.cuda_types import SCALARS
from generator.lowering.standalone.kernel_ir.nodes import Operation, Routine, Unsupported, Value, walk

CASTS = {**{name: name for name in SCALARS}, "int": "int32", "float": "float32"}
TRANSPARENT = frozenset(("load", "copy"))
ATOMICS = frozenset(f"atomic_{kind}" for kind in ("add", "sub", "min", "max", "and", "or", "xor", "exch", "cas"))
WRITES = ATOMICS | {"array_store", "store", "slot_store", "field_store", "printf", "print", "assert"}
WRITES |= {f"slot_atomic_{kind}" for kind in ("add", "sub", "and", "or", "xor")}
IN_PLACE = frozenset(
    ("add_inplace", "sub_inplace", "assign_inplace", "bit_and_inplace", "bit_or_inplace", "bit_xor_inplace")
)
SETTERS = {"transform_set_translation": "p", "transform_set_rotation": "q"}
MUTATORS = IN_PLACE | SETTERS.keys() | RANDOM | {"field_store"}
"""Operations that change their first operand."""
CLASS_NAMES = {"vector": "Vec", "matrix": "Mat", "quaternion": "Quat", "transformation": "Transform"}


def is_pure(operation: Operation) -> bool:
    """Whether evaluating it twice, later or not at all makes no difference."""
    if operation.callee is not None:
        return not has_effects(operation.callee)
    return operation.name not in WRITES and operation.name not in MUTATORS and operation.name != "assign"


def has_effects(routine: Routine) -> bool:
    """Whether a function writes to memory (its by-value parameters do not count)."""
    operations = [node for node in walk(routine.body) if isinstance(node, Operation)]
    return any(o.name in WRITES - {"field_store"} or (o.callee and has_effects(o.callee)) for o in operations)


def array_root(value: Value) -> tuple[Value, list[Value]]:
    """The parameter that an array value is a view of, and the leading indices that are already applied."""
    origin = value.origin
    if value.parameter:
        return value, []
    if origin is not None and origin.name in TRANSPARENT:
        return array_root(origin.arguments[0])
    if origin is not None and origin.name == "view":
        root, leading = array_root(origin.arguments[0])
        if any(index.type.kind != "scalar" for index in origin.arguments[1:]):
            raise Unsupported("array slice", origin.line)
        return root, [*leading, *origin.arguments[1:]]
    raise Unsupported(f"array from {origin.name if origin else 'a constant'}", origin.line if origin else 0)


def strip_transparent(value: Value) -> Value:
    """The value behind loads and copies."""
    while value.origin is not None and value.origin.name in TRANSPARENT:
        value = value.origin.arguments[0]
    return value


def slice_bounds(index: Value) -> tuple[int, int, int] | None:
    """Start, stop and step of a slice index; None for an ordinary index."""
    if index.origin is None or index.origin.name != "slice":
        return None
    start, stop, step = (a.constant for a in index.origin.arguments)
    if None in (start, stop, step):
        raise Unsupported("slice with variable bounds", index.origin.line)
    return int(start), int(stop), int(step)
