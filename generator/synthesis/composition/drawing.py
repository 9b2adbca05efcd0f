"""Draws a kernel: computations, their variants, a layout, guards, a shape and a style, each apart from the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

from generator.syntax.statements import Block
from generator.syntax.types import INT, is_float
from generator.syntax.values import array_of, name
from generator.syntax.walks.constant_stores import constant_arrays
from generator.syntax.walks.dead_code import without_dead_code
from generator.syntax.walks.names import definitions, uses
from generator.synthesis.chance.policy import Policy
from generator.synthesis.chance.randomness import Random
from generator.synthesis.composition.completing import cleared, completed, has_copies
from generator.synthesis.composition.draft import Choice, Draft
from generator.synthesis.composition.finishing import DrawnKernel, finished
from generator.synthesis.composition.joining import joined
from generator.synthesis.composition.participation import switched
from generator.synthesis.composition.spare_stores import elements_read, without_spare_stores
from generator.synthesis.composition.steps import ending
from generator.synthesis.computations.language import Computation
from generator.synthesis.control.guards import (
    Guards,
    border_statements,
    draw_guards,
    guard_statements,
    thread_statement,
)
from generator.synthesis.expansion.expander import Expander
from generator.synthesis.expansion.meanings import Meanings
from generator.synthesis.shaping.shapes import shaped
from generator.synthesis.storage.draw_layout import draw_layout, goes_with
from generator.synthesis.storage.layout import LEAVE, Layout
from generator.synthesis.storage.memory import Memory, RecordAt
from generator.synthesis.storage.merging import merged
from generator.synthesis.storage.signature import Signature
from generator.synthesis.storage.worlds import differs_by_world

SHAPES, STYLES = 6, 3
"""Shapes of a draft, and styles of each shape, that are tried before it is given up."""

KEPT = 100
"""Choices that are cached, with their trees: many are drawn again. More would take memory."""


def choose_variant(random: Random, computation: Computation) -> dict[str, Any]:
    """A variant, each value of each choice as likely."""
    return {word: random.pick(list(values)) for word, values in computation.variants.items()}


def chosen(computation: Computation, variant: Mapping[str, Any]) -> Choice:
    """A computation in a variant, whose tree is settled at the first access."""
    return _chosen(computation, tuple(variant.items()))


@lru_cache(maxsize=KEPT)
def _chosen(computation: Computation, variant: tuple[tuple[str, Any], ...]) -> Choice:
    return Choice(computation, dict(variant))


def draw_kernel(key: str, choices: tuple[Choice, ...], policy: Policy, plain: bool = False) -> DrawnKernel:
    """The kernel of a key; ``plain`` has neither guards nor any layout or shape but the simplest."""
    return next(kernels_of(draft_kernel(key, choices, policy, plain), plain))


def kernels_of(draft: Draft, plain: bool = False) -> Iterator[DrawnKernel]:
    """A draft in one shape and style after another: a few shapes, each in a few styles."""
    policy, index = draft.policy, draft.meanings.memory.layout.thread
    for shape in range(SHAPES):
        body = draft.body
        if not plain:
            body = shaped(body, index, draft.signature, Random(f"{draft.key}/shape {shape}"), policy, draft.habits)
        body = (thread_statement(index), *body)
        for style in range(STYLES):
            yield finished(draft, body, Random(f"{draft.key}/style {shape} {style}"))


def draft_kernel(key: str, choices: tuple[Choice, ...], policy: Policy, plain: bool = False) -> Draft:
    """The draft of a key; ``plain`` has neither guards nor any layout but the simplest.

    Of several choices, the first that does not go together with those before it is left out, and all after it.
    """
    random = Random(key)
    first = choices[0]
    habits = random.weighted(policy.projects)
    rings = frozenset[str]().union(*[choice.needs.rings for choice in choices])
    layout = draw_layout(random, policy, habits, first.computation.schema, first.record, first.needs, rings)
    if plain:
        axes = ("i", "j", "k")[: first.record.dimensions]
        index = axes if first.record.dimensions > 1 else ("tid",)
        layout = Layout(index=index, lane=layout.lane, empty=layout.empty, rings=layout.rings)
    body, meanings = _first(first, layout)
    signature = meanings.memory.signature
    single = {slot.record for slot in signature.slots.values() if slot.record and len(slot.fields) == 1}
    if single:
        layout = replace(layout, records=layout.records - single)  # no struct for one number
        body, meanings = _first(first, layout)
    own = _own_record(first, layout)
    complete = completed(body, meanings.memory, own) if layout.batched else ()
    if complete and not differs_by_world(complete, meanings.memory):
        layout = replace(layout, batched=False, index=layout.index[1:], numbers={})
        (body, meanings), complete = _first(first, layout), ()
    used, own, bound = [first], _own_record(first, layout), set[int]()
    for choice in choices[1:]:
        agrees = all(_agree(each, choice) for each in used)
        if not agrees or not goes_with(layout, first.computation.schema, choice.record, choice.needs):
            break
        last = (used[-1].computation.name, choice.computation.name) in ending()
        both = joined(body, meanings.memory, own, partial(_expanded, choice), last)
        if both is None or (layout.batched and not differs_by_world(both[0], both[1].memory)):
            break
        body, more, out = both
        bound |= {len(used)} if out else set()
        meanings.memory = more.memory
        meanings.laws |= more.laws
        meanings.constants_used |= more.constants_used
        meanings.enumerations |= more.enumerations
        used.append(choice)
    memory = meanings.memory
    body = complete if complete and not used[1:] else completed(body, memory, own)
    guards = Guards(False, False, False, False)
    if not plain:
        switches = switched(first.record.name, memory.signature, meanings.constants_used)
        guards = draw_guards(random, policy, habits, first.record, layout.batched)
        guards = guards.fitting(first.record, memory, switches, body)
    closed = any(choice.record.ends(choice.needs.followed) for choice in used)
    on_grid = first.record.dimensions > 1 and layout.border == LEAVE
    skipped = cleared(body, memory, own) if guards.mask or guards.worlds_done or on_grid else ()
    copied = skipped if has_copies(skipped) else ()
    body = completed(body, memory, own) if copied else body  # a state that only the copy reads has two arrays now
    ends = skipped if closed else copied
    border = border_statements(memory, first.record, own.index, ends)
    front = (*guard_statements(guards, memory, first.record, own.index[0], copied), *border)
    outer = {*meanings.constants_used, *meanings.enumerations}
    constant = constant_arrays(body, outer)
    written_out = constant_arrays(body) if constant and outer else constant
    for symbol in constant:
        slot = memory.signature.slots.get(symbol)
        # starts from other values, so that a check sees the stores; not floats that are set to named constants
        if slot and (symbol in written_out or not is_float(slot.type)):
            slot.keeps = True
    whole = merged((*front, *body), memory.signature, layout)
    if kept := {symbol for symbol, slot in memory.signature.slots.items() if slot.reads and slot.stores}:
        whole = without_dead_code(without_spare_stores(whole, kept))
        for symbol in kept.difference(map(array_of, elements_read(whole))):  # only what was spare read them
            slot = memory.signature.slots[symbol]
            slot.reads, slot.keeps = False, True
    names = uses(whole).keys()
    memory.signature.keep_used(names, whole)
    meanings.keep_used(names)
    return Draft(key, policy, habits, used, meanings, guards, whole, ends or copied, frozenset(bound))


def _agree(first: Choice, second: Choice) -> bool:
    """Whether no name is another law, constant or answer in the one computation than in the other."""
    mine, other = first.stencil, second.stencil
    return (
        all(other.laws.get(word, law) is law for word, law in mine.laws.items())
        and all(other.constants.get(word, number) == number for word, number in mine.constants.items())
        and answers_agree(first, second)
    )


def answers_agree(first: Choice, second: Choice) -> bool:
    """Whether two choices agree in each option that both computations have with the same values."""
    own, other = first.computation.variants, second.computation.variants
    common = [word for word in own if word in other and own[word].keys() == other[word].keys()]
    return all(first.variant[word] == second.variant[word] for word in common)


def _own_record(choice: Choice, layout: Layout) -> RecordAt:
    """The record that a thread handles, at its indices without the world."""
    index = tuple(name(word, INT) for word in layout.index[1 if layout.batched else 0 :])
    return RecordAt(choice.record, index, own=True)


def _first(choice: Choice, layout: Layout) -> tuple[Block, Meanings]:
    """The statements of the first choice, over arrays of a layout."""
    world = name(layout.index[0], INT) if layout.batched else None
    return _expanded(choice, Memory(choice.computation.schema, layout, Signature(), world))


def _expanded(choice: Choice, memory: Memory) -> tuple[Block, Meanings]:
    """A choice's statements over the arrays of a memory, which notes what they need."""
    layout, function = memory.layout, choice.function
    meanings = Meanings(memory, choice.stencil.constants, choice.stencil.laws)
    meanings.taken |= {*definitions(function.body), *layout.thread}
    meanings.certain |= choice.needs.certain
    own = _own_record(choice, layout)
    meanings.scope[function.parameters[0].name] = own
    for parameter in function.parameters[1:]:
        number = memory.schema.number(parameter.name)
        if number is None:
            raise KeyError(f"{choice.computation.name}: schema {memory.schema.name!r} has no number {parameter.name!r}")
        meanings.scope[parameter.name] = number
    body = Expander(meanings).block(function.body)
    return without_dead_code(body), meanings
