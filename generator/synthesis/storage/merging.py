"""In-place updates: one array to read and to store, where the layout says so and no thread reads another's element."""

from __future__ import annotations

from generator.syntax.statements import Block
from generator.syntax.types import is_float
from generator.syntax.walks.addends import enters_sums_alone
from generator.syntax.walks.rewriting import rename
from generator.synthesis.storage.layout import EVERYTHING, SUMS, Layout
from generator.synthesis.storage.signature import Signature, Slot, twin


def merged(body: Block, signature: Signature, layout: Layout) -> Block:
    """The body with such pairs of arrays merged; the signature loses the outputs."""
    renamed = {}
    for symbol, made in list(signature.slots.items()):
        given = signature.slots.get(twin(symbol)) if symbol.endswith(".out") else None
        if given is not None and is_one_array(given, made, layout, body):
            given.stores = True
            del signature.slots[symbol]
            renamed[symbol] = given.symbol
    return rename(body, renamed)


def is_one_array(given: Slot, made: Slot, layout: Layout, body: Block) -> bool:
    """Whether what is read and what is stored are elements of one array."""
    if given.shared or made.adds or given.shape != made.shape:
        return False
    if layout.in_place == SUMS and is_float(given.type) and enters_sums_alone(body, given.symbol):
        return True
    return layout.in_place == EVERYTHING or given.symbol.split(".")[1] in layout.rings
