"""The shape of a kernel, drawn: each change with the chance of the policy."""

from __future__ import annotations

from collections.abc import Collection

from generator.syntax.statements import Block, values_of, walk
from generator.syntax.values import Value
from generator.syntax.walks.names import RESERVED, definitions
from generator.synthesis.chance.policy import Policy
from generator.synthesis.chance.randomness import Random
from generator.synthesis.shaping.guard_forms import held_loops, holding, spelled_sentinels, spelled_sums, split_tests
from generator.synthesis.shaping.naming_values import with_names, with_stored_names, without_names
from generator.synthesis.storage.signature import Indices, Signature


def shaped(block: Block, signature: Signature, index: Collection[str], random: Random, policy: Policy) -> Block:
    """The block in a shape of its own; it computes the same. No local is named as a thread's ``index``."""
    written = {symbol for symbol, slot in signature.slots.items() if slot.writes}
    relations = {symbol for symbol, slot in signature.slots.items() if isinstance(slot.fill, Indices)}
    taken = {*definitions(block), *index, *RESERVED, *_called(block)}

    def short(element: Value) -> str:
        return _short_name(element, signature, written)

    def stored(element: Value) -> str:
        return _stored_name(element, signature)

    block = without_names(block, random, random.weighted(policy.inline), written)
    block = with_names(block, random, random.weighted(policy.named_reads), short, taken)
    block = with_stored_names(block, random, random.weighted(policy.named_stores), stored, taken)
    block = split_tests(block, random, policy.split_tests)
    block = spelled_sentinels(block, random, relations)
    block = spelled_sums(block, random, policy.spelled_sums)
    block = held_loops(block, random, policy.holding)
    return holding(block, random, policy.holding)


def _called(block: Block) -> set[str]:
    """Functions that a block calls by a plain name: a local of that name would hide them."""
    parts = (part for statement in walk(block) for value in values_of(statement) for part in value.walk())
    return {part.operands[0].operands[0] for part in parts if part.operation == "call" and part.operands[0].is_name}


def _short_name(element: Value, signature: Signature, written: set[str]) -> str:
    """What people call the value of an element that is read: ``ke`` for ``spring_stiffness[s]``."""
    symbol = element.operands[0].operands[0]
    slot = signature.slots.get(symbol)
    if slot is None or symbol in written or not slot.shape:
        return ""
    word = symbol[1:].split(".")[1] if "." in symbol else slot.names[0]
    index = element.operands[-1]
    if slot.shared and index.is_name:  # of several records: which one
        word = f"{word}_{index.operands[0]}"
    return word if word.isidentifier() and word not in ("in", "out", "start", "count", "struct") else ""


def _stored_name(element: Value, signature: Signature) -> str:
    """What people call a value before it is stored: ``new_velocity``, ``velocity``."""
    if not element.operands or not isinstance(element.operands[0], Value) or not element.operands[0].is_name:
        return ""
    symbol = element.operands[0].operands[0]
    if symbol not in signature.slots or "." not in symbol:
        return ""
    word = symbol[1:].split(".")[1]
    return f"new_{word}" if symbol.removesuffix(".out") + ".in" in signature.slots else word
