"""Keys of sorts: their digits, how they are made of values and segments."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.sorting import SORTING

DIGIT_BITS = 4
DIGIT_MASK = 0xF

HIGHEST = 0x7FFFFFFF
"""Key that sorts after all others."""

MOST_KEY = 255
"""Largest key of eight bits."""


@law
def radix_digit(key: int, place: int) -> int:
    """Digit of a key at a place, counted from the least significant one."""
    return (key >> (place * DIGIT_BITS)) & DIGIT_MASK


@computation(
    SORTING,
    "count the four-bit digits of the keys in each segment, as a radix sort from the highest digit down does,",
    flag={True: "over flagged items alone", False: ""},
    kept={True: "and give each item a rank among those of its digit, as they come", False: ""},
)
def sort_count_digits(item: Any, place: Any) -> None:
    if v.flag and item.flag == 0:
        if v.kept:
            item.rank = -1
        return
    d = radix_digit(item.key, place)
    if v.kept:
        item.rank = wp.atomic_add(item.segment.histogram[d], 1)
    else:
        item.segment.histogram[d] += 1


@computation(
    SORTING,
    "scan the sixteen digit counts of each segment exclusively",
    base={True: "from the base of the segment", False: ""},
    total={True: "and add the number of items to its pool", False: ""},
)
def sort_digit_starts(segment: Any) -> None:
    run = segment.base if v.base else int(0)
    for k in range(16):
        segment.starts[k] = run
        run += segment.counts[k]
    if v.total:
        segment.pool.total += run - segment.base if v.base else run


@computation(
    SORTING,
    "initialise the permutation of a sort with the identity",
    keys={"none": "", "copy": "and copy the keys", "dead": "and copy the keys, the highest integer for dead items"},
)
def sort_start(item: Any) -> None:
    item.order = item.index
    if v.keys == "copy":
        item.key_out = item.key
    elif v.keys == "dead":
        item.key_out = item.key if item.alive else HIGHEST


@computation(
    SORTING,
    "compose sort keys of the segment in the high bits and the key in the low ones",
    form={
        "int": "by a shift of 8 in an int",
        "long": "by a shift of 32 in an int64",
        "word": "by a shift of 16 in a uint32",
    },
    reversed={True: "with 255 less the key, for a descending order", False: ""},
)
def sort_compose_keys(item: Any) -> None:
    seg = item.segment.index
    key = item.key
    if v.reversed:
        key = MOST_KEY - key
    if v.form == "long":
        item.long_out = (wp.int64(seg) << wp.int64(32)) | wp.int64(key)
    elif v.form == "word":
        item.word_out = (wp.uint32(seg) << wp.uint32(16)) | wp.uint32(key)
    else:
        item.key_out = (seg << 8) | key


@computation(
    SORTING,
    "quantise values of [-1, 1] to integer keys by a scale",
    bounded={True: "up to the highest key", False: ""},
    sign={True: "in descending order", False: ""},
)
def sort_quantize(item: Any, scale: Any, highest_key: Any) -> None:
    x = 1.0 - item.value if v.sign else item.value + 1.0
    k = int(wp.floor(x * scale))
    item.key_out = wp.min(k, highest_key) if v.bounded else k
