"""Calls of Warp built-ins, resolved once per combination of argument types.

Most of Warp's time in ``Adjoint.build`` goes to finding the overload of a built-in, binding its signature and asking
for its return type; all three depend on the argument types only. A ``CallPlan`` caches them. New variables, loads and
statements are still made at each call, in Warp's order, so the text is the same to the byte.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from generator.lowering.private_warp import codegen as warp_codegen
from generator.lowering.private_warp import context as warp_context
from generator.lowering.private_warp import types as warp_types

Var = warp_codegen.Var
Reference = warp_types.Reference
Arguments = Sequence[Any]
Named = Mapping[str, Any]

MAX_PLANS = 50_000
"""Most plans cached for the life of the process; a full cache is cleared."""

_UNKNOWN = object()
_WIDE_SCALARS = (warp_types.float64, warp_types.int64, warp_types.uint64)
ARRAYS = frozenset((warp_types.array, warp_types.indexedarray, *warp_types._ARRAY_ANNOTATION_MAP.values()))

_plans: dict[Any, CallPlan | None] = {}
_lasting: set[Any] = {*warp_types.scalar_and_bool_types, warp_types.handle, str}


class _Watched(Mapping[str, Any]):
    """Argument values that record whether they were read: a return type that did not read them can be cached."""

    def __init__(self, values: dict[str, Any]):
        self.values_by_name = values
        self.read = False

    def __getitem__(self, name: str) -> Any:
        self.read = True
        return self.values_by_name[name]

    def __iter__(self) -> Iterator[str]:
        self.read = True
        return iter(self.values_by_name)

    def __len__(self) -> int:
        self.read = True
        return len(self.values_by_name)


@dataclass
class CallPlan:
    """The resolved call of a built-in with arguments of given types.

    ``slots`` binds parameters in signature order: a name, and the position of an argument, a tuple of positions, or
    a variable (a default or a type argument). ``widens`` marks the constructors of 64-bit scalars. ``order`` is known
    after a first call that showed that all others write the same, of the arguments at these places.
    """

    func: Any
    slots: list[tuple[str, Any]]
    simple: bool
    widens: bool
    return_type: Any = _UNKNOWN
    order: list[int] | None = None

    def bind(self, arguments: Sequence[Any]) -> dict[str, Any]:
        """Parameter name -> argument, as ``inspect.Signature.bind`` and the defaults would give it."""
        bound: dict[str, Any] = {}
        for name, slot in self.slots:
            if slot.__class__ is int:
                bound[name] = arguments[slot]
            else:
                bound[name] = tuple(arguments[i] for i in slot) if slot.__class__ is tuple else slot
        return bound

    def result(self, bound: dict[str, Any]) -> Any:
        """Return type of the call, cached where it does not depend on values."""
        if self.return_type is not _UNKNOWN:
            return self.kept_type()
        types = {k: warp_types.strip_reference(warp_codegen.get_arg_type(v)) for k, v in bound.items()}
        values = _Watched({k: warp_codegen.get_arg_value(v) for k, v in bound.items()})
        found = self.func.value_func(types, values)
        if not values.read:
            if found is None or isinstance(found, type):
                self.return_type = found
            elif found.__class__ is Reference and isinstance(found.value_type, type):
                self.return_type = [found.value_type]
        return found

    def kept_type(self) -> Any:
        """The cached return type; a new Reference each time, as Warp compares them by identity."""
        kept = self.return_type
        return Reference(kept[0]) if kept.__class__ is list else kept

    def in_braces(self, bound: dict[str, Any], return_type: Any) -> bool:
        """Whether the arguments stand in braces; where nothing but types decided that and the rest, sets ``order``."""
        arguments = _Watched(bound)
        found = bool(self.func.initializer_list_func(arguments, return_type))
        plain = self.simple and not (self.widens or found or self.func.dispatch_func or arguments.read)
        if plain and self.return_type is not _UNKNOWN:
            self.order = [slot for _, slot in self.slots]
        return found


def plan_call(
    adj: Any, func: Any, args: Arguments, kwargs: Named, type_args: Named, outputs: int | None
) -> CallPlan | None:
    """The plan of a built-in call; None where Warp's own path is needed."""
    lasting = warp_context.builtin_functions.get(func.key) is func
    keys: list[Any] = []
    for arg in (*args, *kwargs.values()) if kwargs else args:
        if arg.__class__ is not Var or arg.label is None:
            return None
        kind = arg.type
        if kind.__class__ is Reference:
            kind = kind.value_type
        if kind.__class__ in ARRAYS:
            lasting = lasting and is_lasting(kind.dtype)
            keys.append((kind.__class__, kind.dtype, kind.ndim))
        elif isinstance(kind, type):
            lasting = lasting and is_lasting(kind)
            keys.append(kind)
        elif kind.__class__ is warp_codegen.Struct:
            lasting = False
            keys.append(kind)
        else:
            return None
    names = tuple(kwargs) if kwargs else ()
    fixed = tuple(type_args.items()) if type_args else ()
    key = (func, tuple(keys), outputs, names, fixed, len(func.overloads))
    plans = _plans if lasting else adj.short_plans
    if key not in plans:
        if len(plans) >= MAX_PLANS:
            plans.clear()
        plans[key] = _make_plan(adj, func, args, kwargs, type_args, outputs)
    return plans[key]


def is_lasting(kind: Any) -> bool:
    """Whether Warp itself keeps the type for ever (scalars, vectors, matrices); a program's classes are not cached."""
    if kind in _lasting:
        return True
    if not isinstance(kind, type) or kind.__module__ != warp_types.__name__:
        return False
    lasting = hasattr(kind, "_wp_scalar_type_") or vars(warp_types).get(kind.__name__) is kind
    if lasting:
        _lasting.add(kind)
    return lasting


def _make_plan(
    adj: Any, func: Any, args: Arguments, kwargs: Named, type_args: Named, outputs: int | None
) -> CallPlan | None:
    arg_types = tuple(warp_codegen.get_arg_type(a) for a in args)
    kwarg_types = {k: warp_codegen.get_arg_type(v) for k, v in kwargs.items()}
    found = adj.resolve_func(func, arg_types, kwarg_types, outputs)
    if found.lto_dispatch_func is not None:
        return None
    positions = {name: len(args) + i for i, name in enumerate(kwargs)}
    bound = dict(found.signature.bind(*range(len(args)), **positions).arguments)
    if any(name in bound for name in type_args):
        return None
    for name, value in type_args.items():
        bound[name] = Var(None, type=type(value), constant=value)
    for name, value in found.defaults.items():
        if name not in bound and value is not None:
            bound[name] = warp_codegen.get_default_arg_value(found, name, value)
    slots = [(name, bound[name]) for name in found.signature.parameters if name in bound]
    if any(slot.__class__ not in (int, tuple, Var) for _, slot in slots):
        return None
    simple = all(slot.__class__ is int for _, slot in slots)
    widens = len(slots) == 1 and found.value_type in _WIDE_SCALARS and found.native_func == found.value_type.__name__
    return CallPlan(found, slots, simple, widens)
