"""A kernel before it has a shape and a style: what it computes, over which arrays, and who takes part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

from generator.syntax.modules import Constant, Function, Module, Parameter
from generator.syntax.statements import Block
from generator.syntax.values import literal
from generator.syntax.walks.loop_lengths import operations_written
from generator.synthesis.chance.habits import Habits
from generator.synthesis.chance.policy import Policy
from generator.synthesis.composition.derivative import known_issue, why_not_differentiable
from generator.synthesis.computations.language import Computation
from generator.synthesis.control.guards import Guards
from generator.synthesis.expansion.meanings import Meanings
from generator.synthesis.schemas.entities import Entity
from generator.synthesis.storage.signature import Signature


class Chosen(Protocol):
    """A computation in one of its variants."""

    @property
    def computation(self) -> Computation: ...
    @property
    def variant(self) -> Mapping[str, Any]: ...
    @property
    def function(self) -> Function: ...
    @property
    def record(self) -> Entity: ...


@dataclass(frozen=True)
class Draft:
    """The statements of a kernel over the symbols of its arguments, and the choices that made them."""

    key: str
    policy: Policy
    habits: Habits
    choices: Sequence[Chosen]
    meanings: Meanings
    guards: Guards
    body: Block

    @property
    def record(self) -> Entity:
        """The entity that a thread handles one record of."""
        return self.choices[0].record

    @property
    def signature(self) -> Signature:
        return self.meanings.memory.signature

    @cached_property
    def operations(self) -> int:
        """Operations that Warp writes for the body."""
        return operations_written(self.body)

    @cached_property
    def not_differentiable(self) -> str:
        """Why no float output depends on a float input; empty where one does."""
        slots = [slot for slot in self.signature.slots.values() if slot.reads or slot.writes]
        return why_not_differentiable(self.body, slots, bool(self.meanings.memory.layout.lane))

    @cached_property
    def issue(self) -> str:
        """Which wrong adjoints of Warp its steps have the traits of: a shape hardly ever takes them away.

        Empty where it has no derivative.
        """
        if self.not_differentiable:
            return ""
        constants = [Constant(word, literal(number)) for word, number in self.meanings.constants_used.items()]
        return known_issue(Module((*constants, self.function(self.body))))

    def function(self, body: Block) -> Function:
        """A body of its own, or one in another shape, with the arguments that it uses, under their symbols."""
        return Function("", self._parameters, body)

    @cached_property
    def _parameters(self) -> tuple[Parameter, ...]:
        used = [slot for slot in self.signature.slots.values() if slot.reads or slot.writes]
        return tuple([Parameter(slot.symbol, None, slot.type) for slot in used])
