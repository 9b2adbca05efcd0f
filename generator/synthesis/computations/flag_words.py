"""Flags of records: packed, unpacked, set, cleared, gathered and counted."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, law, v, wp
from generator.synthesis.schemas.packing import PACKING

VISIBLE = 1
FROZEN = 2
OWNED = 4
HEAVY = 8
HEAVY_MASS = 1.5
WORD_BITS = 32


@law
def has_flag(flags: int, flag: int) -> bool:
    """Whether any bit of a flag is set in a word of flags."""
    return (flags & flag) != 0


@computation(
    PACKING,
    "pack what is known of every record into flags",
    heavy={True: "with one for heavy records", False: ""},
    keep={True: "on top of those it has", False: ""},
)
def pack_flags(record: Any) -> None:
    flags = int(0)
    if v.keep:
        flags = record.flags
    if record.visible:
        flags = flags | VISIBLE
    if record.frozen:
        flags = flags | FROZEN
    if record.owner >= 0:
        flags = flags | OWNED
    if v.heavy:
        if record.mass > HEAVY_MASS:
            flags = flags | HEAVY
    record.flags = flags


@computation(
    PACKING,
    "unpack the flags of every record",
    frozen={True: "", False: "telling only which are visible"},
    hide={True: "with frozen ones hidden", False: ""},
)
def unpack_flags(record: Any) -> None:
    flags = record.flags
    visible = has_flag(flags, VISIBLE)
    if v.hide:
        visible = visible and not has_flag(flags, FROZEN)
    record.visible = visible
    if v.frozen:
        record.frozen = has_flag(flags, FROZEN)


@computation(
    PACKING,
    "change the flags under a mask in every record",
    how={"set": "by setting them", "clear": "by clearing them", "toggle": "by turning them over"},
    only={True: "if it is visible", False: ""},
)
def mask_flags(record: Any, mask: Any) -> None:
    flags = record.flags
    if v.only:
        if not record.visible:
            record.flags = flags
            return
    if v.how == "set":
        record.flags = flags | mask
    elif v.how == "clear":
        record.flags = flags & ~mask
    else:
        record.flags = flags ^ mask


@computation(
    PACKING,
    "show the records that have",
    test={"all": "all flags of a mask", "any": "at least one flag of a mask", "none": "no flag of a mask"},
    kind={True: "and are of the first kind", False: ""},
)
def select_by_flags(record: Any, mask: Any) -> None:
    if v.test == "all":
        chosen = (record.flags & mask) == mask
    elif v.test == "any":
        chosen = (record.flags & mask) != 0
    else:
        chosen = (record.flags & mask) == 0
    if v.kind:
        chosen = chosen and record.kind == 0
    record.visible = chosen


@computation(
    PACKING,
    "set the bit of the slot of every visible record in the words, as far as they go,",
    frozen={True: "unless it is frozen", False: ""},
    count={True: "and count it in its box", False: ""},
)
def set_record_bit(record: Any) -> None:
    if not record.visible:
        return
    if v.frozen:
        if record.frozen:
            return
    slot = record.slot
    w = slot // WORD_BITS
    if w >= count(word):
        return
    bit = wp.uint32(1) << wp.uint32(slot - w * WORD_BITS)
    wp.atomic_or(word[w].bits, bit)
    if v.count:
        record.box.count += 1


@computation(
    PACKING,
    "show every record whose slot has its bit set in the words",
    beyond={"no": "with none beyond the last word", "wrap": "starting over beyond the last word"},
)
def read_record_bit(record: Any) -> None:
    slot = record.slot
    w = slot // WORD_BITS
    if v.beyond == "wrap":
        w = w % count(word)
    elif w >= count(word):
        record.visible = False
        return
    bit = (word[w].bits >> wp.uint32(slot % WORD_BITS)) & wp.uint32(1)
    record.visible = bit != wp.uint32(0)


@computation(
    PACKING,
    "gather the kinds of the records of every box in a mask",
    frozen={True: "leaving out frozen ones", False: ""},
    count={True: "and count them", False: ""},
)
def gather_kind_mask(record: Any) -> None:
    if v.frozen:
        if record.frozen:
            return
    box = record.box
    wp.atomic_or(box.mask, wp.uint32(1) << wp.uint32(record.kind))
    if v.count:
        wp.atomic_add(box.count, 1)


@computation(
    PACKING,
    "give every record a key by which it is sorted",
    first={
        "layer": "by layer, then kind, then the lowest eight bits of its index",
        "kind": "by kind, then layer, then the lowest eight bits of its index",
    },
    frozen={True: "with frozen ones last", False: ""},
)
def record_sort_key(record: Any) -> None:
    if v.first == "layer":
        key = (record.layer << 3) | record.kind
    else:
        key = (record.kind << 4) | record.layer
    key = (key << 8) | (record.index & 0xFF)
    if v.frozen:
        if record.frozen:
            key = key | (1 << 15)
    record.key = key


@computation(
    PACKING,
    "read kind and layer back from the packed word of every record",
    owner={True: "and the owner, -1 where there is none", False: ""},
)
def unpack_record_word(record: Any) -> None:
    w = record.packed
    record.pair = wp.vec2i(w & 0x7, (w >> 3) & 0xF)
    if v.owner:
        record.number = ((w >> 7) & 0x1F) - 1


@computation(
    PACKING,
    "pack kind, layer and owner of every record into one word",
    flags={True: "with its two lowest flags", False: ""},
)
def pack_record_word(record: Any) -> None:
    w = record.kind | (record.layer << 3)
    w = w | ((record.owner + 1) << 7)
    if v.flags:
        w = w | ((record.flags & 3) << 12)
    record.packed = w


@computation(
    PACKING,
    "tell for the number of every record which pair it stands for,",
    which={
        "triangle": "row and column in the lower half of a square, its diagonal included",
        "square": "row and column in a table with a number of columns",
    },
)
def pair_of_number(record: Any, columns: Any) -> None:
    k = record.index
    if v.which == "square":
        i = k // columns
        record.pair = wp.vec2i(i, k - i * columns)
    else:
        i = int(0)
        start = int(0)
        while start + i + 1 <= k:
            start += i + 1
            i += 1
        record.pair = wp.vec2i(i, k - start)
