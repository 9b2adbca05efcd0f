"""A computation in a variant, and a kernel before it has a shape and a style: arrays, guards, statements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from generator.syntax.modules import Constant, Function, Module, Parameter
from generator.syntax.nodes import node, remembered, with_fields
from generator.syntax.statements import Block, Store, walk
from generator.syntax.values import Value, dotted_name, name
from generator.syntax.walks.adjoint_limits import limits_of
from generator.syntax.walks.loop_lengths import operations_written
from generator.syntax.walks.rewriting import change_block
from generator.synthesis.chance.habits import Habits
from generator.synthesis.chance.policy import Policy
from generator.synthesis.composition.derivative import known_issue, why_not_differentiable
from generator.synthesis.computations.language import Computation
from generator.synthesis.control.guards import Guards
from generator.synthesis.expansion.meanings import Meanings
from generator.synthesis.expansion.stencils import Stencil, law_of
from generator.synthesis.expansion.variants import settled
from generator.synthesis.schemas.entities import Entity
from generator.synthesis.storage.draw_layout import Needs
from generator.synthesis.storage.signature import Signature


@dataclass(eq=False)
class Choice:
    """A computation in one of its variants, with its tree."""

    computation: Computation
    variant: Mapping[str, Any]

    @remembered
    def stencil(self) -> Stencil:
        return law_of(self.computation.function)

    @remembered
    def function(self) -> Function:
        """The tree with the variant settled."""
        function = self.stencil.function
        body = settled(function.body, self.variant)
        return function if body is function.body else with_fields(function, {"body": body})

    @remembered
    def needs(self) -> Needs:
        """What it asks of a layout."""
        return Needs(self.function)

    @remembered
    def issue(self) -> bool:
        """Whether any kernel of it has an adjoint limit: told from its own tree, where a record's attributes are names.

        Few kernels of others have one.
        """
        body = change_block(self.function.body, _as_name, frozenset(["attribute"]))
        return any(limits_of(with_fields(self.function, {"body": body}), self.stencil.constants))

    @remembered
    def record(self) -> Entity:
        """The entity that a thread handles one record of."""
        word = self.function.parameters[0].name
        entity = self.computation.schema.entity(word)
        if entity is None:
            raise KeyError(f"{self.computation.name}: schema {self.computation.schema.name!r} has no entity {word!r}")
        return entity


def _as_name(value: Value) -> Value:
    dotted = dotted_name(value) if value.operation == "attribute" else ""
    return name(dotted, value.type) if dotted and not dotted.startswith("wp.") else value


def size_of(choices: Sequence[Choice]) -> int:
    """Statements of computations, those inside others too, and the one that asks for the thread's index."""
    return 1 + sum([len(walk(choice.function.body)) for choice in choices])


@node
class Draft:
    """The statements of a kernel over the symbols of its arguments, and the choices that made them."""

    key: str
    policy: Policy
    habits: Habits
    choices: Sequence[Choice]
    meanings: Meanings
    guards: Guards
    body: Block
    skipped: tuple[Store, ...] = ()
    """What is stored for cells that lack a neighbour and, where old values go into new arrays, for all left out."""
    bound: frozenset[int] = frozenset()
    """Which later steps are only for records that those before them do not leave out."""

    @property
    def record(self) -> Entity:
        """The entity that a thread handles one record of."""
        return self.choices[0].record

    @property
    def signature(self) -> Signature:
        return self.meanings.memory.signature

    @remembered
    def operations(self) -> int:
        """Operations that Warp writes for the body."""
        return operations_written(self.body, self.meanings.constants_used)

    @remembered
    def not_differentiable(self) -> str:
        """Why no float output depends on a float input; empty where one does."""
        slots = [slot for slot in self.signature.slots.values() if slot.reads or slot.writes]
        return why_not_differentiable(self.body, slots, bool(self.meanings.memory.layout.lane))

    @remembered
    def issue(self) -> str:
        """The adjoint limits that its statements have: a shape hardly ever takes them away.

        Empty where it has no derivative.
        """
        if self.not_differentiable:
            return ""
        constants = [Constant(word, number) for word, number in self.meanings.constants_used.items()]
        return known_issue(Module((*constants, self.function(self.body))))

    def function(self, body: Block) -> Function:
        """A function of its body, or of one in another shape, with the arguments that it uses, under their symbols."""
        return Function("", self._parameters, body)

    @remembered
    def _parameters(self) -> tuple[Parameter, ...]:
        used = [slot for slot in self.signature.slots.values() if slot.reads or slot.writes]
        return tuple([Parameter(slot.symbol, None, slot.type) for slot in used])
