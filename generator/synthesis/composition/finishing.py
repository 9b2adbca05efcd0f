"""The last steps of a kernel: names, the module around it, its launch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from textwrap import wrap

from generator.launch import Launch
from generator.syntax.modules import Constant, Function, Import, Module, Parameter
from generator.syntax.nodes import node, remembered, with_fields
from generator.syntax.statements import Block
from generator.syntax.types import Type
from generator.syntax.values import Value
from generator.syntax.walks.features import Features, features, module_features
from generator.syntax.walks.names import definitions
from generator.syntax.walks.rewriting import rename
from generator.synthesis.chance.policy import Policy
from generator.synthesis.chance.randomness import Random
from generator.synthesis.composition.argument_order import arguments_in_order
from generator.synthesis.composition.derivative import known_issue
from generator.synthesis.composition.draft import Choice, Draft
from generator.synthesis.composition.filling import Sizes, arguments_of, owners_of
from generator.synthesis.composition.intent import capital, in_sentences, intent_of, purpose_of
from generator.synthesis.composition.left_out import left_out
from generator.synthesis.composition.parts import helper_parts
from generator.synthesis.composition.steps import steps
from generator.synthesis.computations.language import Computation
from generator.synthesis.control.guards import Guards, is_bound
from generator.synthesis.factoring.functions import Surroundings, factored
from generator.synthesis.factoring.naming import does, noun_of
from generator.synthesis.schemas.entities import Entity
from generator.synthesis.storage.layout import Layout
from generator.synthesis.storage.memory import WORLD
from generator.synthesis.storage.signature import Signature, Slot
from generator.synthesis.style.generics import generic_annotation, generic_type, overload
from generator.synthesis.style.heads import fits, in_lines, kernel_mark
from generator.synthesis.style.remarks import with_remarks, without_comments
from generator.synthesis.style.spelling import Style, argument_names, with_static_constants

LEADING = {
    "compute": (("compute", 4.0), ("eval", 1.0), ("calc", 0.5)),
    "find": (("find", 2.0), ("compute", 1.0)),
    "sum": (("sum", 1.0), ("accumulate", 1.0)),
    "accumulate": (("accumulate", 1.0),),
}
"""First word of an intent -> the verbs, with their weights, by which a kernel may be named."""

LONGEST_DOCSTRING = 100
"""Letters of a line of a docstring, at the most."""

MORE_THREADS = 8
"""Threads beyond the records, in launches whose kernels guard against them."""


@node
class DrawnKernel:
    """A kernel as a tree, and its draft. Texts are made on demand: most kernels are dropped before.

    What it says of its arguments holds until the draft is finished in another style.
    """

    draft: Draft
    module: Module
    kernel: Function
    style: Style
    names: dict[str, str]
    """Symbol of an argument -> the name that it has."""
    slots: Sequence[Slot]
    """The arguments in order."""
    purpose: str
    """What all computations do together, and for which records they do not: an imperative without a full stop."""
    steps: Block
    """The kernel's steps before some became functions, over symbols."""
    random: Random

    @property
    def name(self) -> str:
        return self.kernel.name

    @property
    def choices(self) -> Sequence[Choice]:
        return self.draft.choices

    @property
    def computation(self) -> Computation:
        return self.choices[0].computation

    @property
    def layout(self) -> Layout:
        return self.draft.meanings.memory.layout

    @property
    def guards(self) -> Guards:
        return self.draft.guards

    @property
    def signature(self) -> Signature:
        return self.draft.signature

    def is_number_of_records(self, value: Value) -> bool:
        """Whether a value of ``steps`` is how many records the launch is over."""
        return is_bound(value, self.draft.meanings.memory, self.draft.record)

    @remembered
    def features(self) -> Features:
        """Constructs of the kernel itself, with the built-ins of its functions."""
        return features(self.kernel, self.module.functions)

    @remembered
    def module_features(self) -> Features:
        """Constructs of the whole module, the bodies of its functions included."""
        return module_features(self.features, self.kernel, self.module.functions)

    @remembered
    def not_differentiable(self) -> str:
        """Why it has no derivative that Warp gets right; empty where it has one."""
        return self.draft.not_differentiable or known_issue(self.module)

    @remembered
    def sizes(self) -> Sizes:
        """How many records a launch has of each entity."""
        owners = owners_of(self.slots, self.draft.record.name)
        return Sizes(self.draft.key, self.computation.schema, self.draft.record.name == WORLD, owners)

    @remembered
    def launch(self) -> Launch:
        arguments = arguments_of(self.slots, self.names, self.sizes, self.computation.schema)
        dim = _dim(self.layout, self.guards, self.sizes, self.draft.record)
        return Launch(arguments, dim, not_differentiable=self.not_differentiable, tiled=self._tiled)

    @remembered
    def intent(self) -> str:
        """A sentence that says what it does."""
        return intent_of(self.purpose, self.draft.record, self.computation.schema.name, self.random, self._tiled)

    @property
    def _tiled(self) -> bool:
        """Whether all threads of a block work on one record."""
        return bool(self.layout.lane) or any(word.startswith("tile_") for word in self.features.built_ins)


def finished(draft: Draft, body: Block, random: Random) -> DrawnKernel:
    """A draft with its module: ``body`` is the draft's in a shape of its own."""
    choices, meanings, record = draft.choices, draft.meanings, draft.record
    policy, habits = draft.policy, draft.habits
    memory = meanings.memory
    layout = memory.layout
    style = Style(random, habits)
    variant = {word: value for choice in choices for word, value in choice.variant.items()}
    parts = helper_parts(meanings, variant, style, random, policy)
    taken = {*definitions(body), *(part.name for part in parts if hasattr(part, "name"))}
    slots = arguments_in_order(memory.signature, memory.schema, random, habits, headed=any(style.headings))
    whole = body
    bound = partial(is_bound, memory=memory, record=record)
    body = with_remarks(body, memory, bound, random) if style.comments else without_comments(body)
    laws = tuple(part for part in parts if isinstance(part, Function))
    word = noun_of(choices[0].function.name, _verb(choices[0]), record.name) if len(choices) == 1 else ""
    step = steps().get(tuple(choice.computation.name for choice in choices))
    called = step or _called(choices[0], random, policy)
    ending = "_kernel" if random.chance(habits.kernel_in_name) else ""
    kernel_name = f"{'_' if random.chance(habits.underscore) else ''}{called}{ending}"
    taken.add(kernel_name)
    signature = Signature({slot.symbol: slot for slot in slots}, memory.signature.sizes)
    names = argument_names(style, memory.signature, taken)
    number = layout.index[-1] if record.dimensions == 1 else ""
    threads = (layout.index, layout.thread, names)
    around = Surroundings(signature, style, laws, *threads, word, record.name, number, taken, random, policy)
    body, functions = factored(body, around)
    constants = {part.name for part in parts if isinstance(part, Constant)}
    if style.static_constants:
        body = with_static_constants(body, constants)
    generic = generic_type(body, slots) if random.chance(habits.generic_kernel) else None
    purpose = left_out(purpose_of(choices, draft.bound), draft)
    kernel = Function(
        kernel_name,
        _parameters(slots, names, style, generic),
        rename(body, names),
        (kernel_mark(random, habits, body, tiled=bool(layout.lane)),),
        None,
        _docstring(purpose) if style.docstring else None,
    )
    kernel = with_fields(kernel, {"one_line": fits(kernel, habits.longest_signature)})
    instances = () if generic is None else (overload(kernel_name, slots, style),)
    any_type = () if generic is None else (Import((("Any", ""),), "typing"),)
    before = [in_lines(part) for part in (*any_type, *parts, *functions)]
    module = Module((*before, kernel, *instances))
    return DrawnKernel(draft, module, kernel, style, names, slots, purpose, whole, random)


def _parameters(
    slots: list[Slot], names: Mapping[str, str], style: Style, generic: Type | None
) -> tuple[Parameter, ...]:
    found: list[Parameter] = []
    writes = False
    for slot in slots:
        heading = style.headings[slot.writes] if not found or slot.writes != writes else ""
        writes = slot.writes
        spelled = style.type(slot.type) if generic is None else generic_annotation(slot.type, generic, style)
        found.append(Parameter(names[slot.symbol], spelled, slot.type, heading=heading))
    return tuple(found)


def _docstring(purpose: str) -> str:
    """What all computations do together, in lines."""
    first, *others = wrap(f"{capital(in_sentences(purpose))}.", LONGEST_DOCSTRING, break_on_hyphens=False)
    return "\n    ".join((first, *others, "")) if others else first


def _dim(layout: Layout, guards: Guards, sizes: Sizes, record: Entity) -> tuple[int, ...]:
    if record.dimensions > 1:
        rows = tuple(sizes.entity(f"{record.name}:{axis}") for axis in range(record.dimensions))
    else:
        rows = (sizes.entity(record.name) + (MORE_THREADS if guards.bounds else 0),)
    return (sizes.entity(WORLD), *rows) if layout.batched else rows


def _verb(choice: Choice) -> str:
    return choice.computation.intent.partition(" ")[0]


def _called(choice: Choice, random: Random, policy: Policy) -> str:
    """The name of a computation, now and then with what it does in front: ``compute_spring_force``."""
    word, verb = choice.function.name, _verb(choice)
    leads = not LEADING.keys().isdisjoint(word.split("_")[:-1])
    if verb not in LEADING or leads or does(word) or not random.chance(policy.verb_in_name):
        return word
    return f"{random.weighted(LEADING[verb])}_{word}"
