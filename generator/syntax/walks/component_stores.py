"""Vector components that are overwritten: in Warp's adjoint the old value keeps the gradient of the new one."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from generator.syntax.modules import Function
from generator.syntax.statements import Assign, Augment, Block, For, If, Store, While, walk
from generator.syntax.types import Array, Type, scalar_of
from generator.syntax.values import Value, array_of
from generator.syntax.walks.names import TYPES


def sets_a_component_anew(function: Function, constants: Collection[str]) -> bool:
    """Whether a component of a local may be overwritten while its value may have a gradient."""
    ways = _Ways({each.name: each.type for each in function.parameters}, TYPES.union(constants))
    stored = any(type(each) is Store and ways.is_component(each.target) for each in walk(function.body))
    return stored and ways.through(function.body, set())


class _Ways:
    """Follows, on all paths, which vectors and components hold a value that may have a gradient.

    ``parameters`` have their types; values over ``constant`` names alone have no gradient.
    """

    def __init__(self, parameters: Mapping[str, Type | None], constant: frozenset[str]) -> None:
        self.parameters, self.constant = parameters, constant

    def through(self, block: Block, held: set[Value]) -> bool:
        """Whether a block overwrites such a component; ``held``: names and components before it, then after it."""
        return any(self._step(statement, held) for statement in block)

    def _step(self, statement: object, held: set[Value]) -> bool:
        match statement:
            case Assign(targets, value):
                for target in targets:
                    held -= {each for each in held if _base(each) == target}
                    if target.operation == "name" and self._counts(value):
                        held.add(target)
            case Store(target, value) | Augment(target, _, value) if self.is_component(target):
                again = isinstance(statement, Store) and (target in held or _base(target) in held)
                if self._counts(value):
                    held.add(target)
                return again
            case If(_, body, otherwise):
                other = set(held)
                found = [self.through(body, held), self.through(otherwise, other)]
                held |= other
                return any(found)
            case For() | While():
                found = [self.through(statement.body, held)]
                word = statement.target.operands[0] if isinstance(statement, For) else ""
                held -= {each for each in held if word in each.names}  # another component in the next turn
                return any([*found, self.through(statement.body, held)])
        return False

    def _counts(self, value: Value) -> bool:
        """Whether a value may have a gradient and is no row of an array."""
        scalar = scalar_of(value.type)
        if (scalar is not None and not scalar.is_float) or self.constant.issuperset(value.names):
            return False
        array = self.parameters.get(array_of(value))
        return not isinstance(array, Array) or array.dimensions < len(value.operands)

    def is_component(self, target: Value) -> bool:
        """Whether a target is a component of a local."""
        return array_of(target) not in ("", *self.parameters)


def _base(target: Value) -> Value:
    return target.operands[0] if target.operation == "subscript" else target
