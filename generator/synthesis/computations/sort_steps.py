"""Steps of sorts: exchanges, ranks, moves, checks."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, law, v, wp
from generator.synthesis.schemas.sorting import SORTING

NO_KEY = -1


@law
def comes_first(key: int, place: int, other_key: int, other_place: int) -> bool:
    """Whether an item comes before another in a stable sort: by its key, then by its place."""
    if key != other_key:
        return key < other_key
    return place < other_place


@computation(
    SORTING,
    "make one compare-exchange of a bitonic sort",
    values={
        "keys": "between keys at a stride of a power of two",
        "pairs": "between keys, with their values, at a stride of a power of two",
    },
    order={"up": "ascending, as in its last merge", "alternating": "ascending or descending by the bit of the run"},
)
def sort_bitonic_exchange(item: Any, log_stride: Any, log_size: Any) -> None:
    j = item.index ^ (1 << log_stride)
    if j >= count(item):
        item.key_out = item.key
        if v.values == "pairs":
            item.value_out = item.value
        return
    if j < item.index:
        return
    a = item.key
    b = item[j].key
    if v.order == "alternating":
        swap = a > b
        if (item.index & (1 << log_size)) != 0:
            swap = a < b
    else:
        swap = a > b
    if swap:
        item.key_out = b
        item[j].key_out = a
        if v.values == "pairs":
            item.value_out = item[j].value
            item[j].value_out = item.value
    else:
        item.key_out = a
        item[j].key_out = b
        if v.values == "pairs":
            item.value_out = item.value
            item[j].value_out = item[j].value


@computation(
    SORTING,
    "make one pass of an odd-even transposition sort",
    payload={True: "carrying payloads along", False: ""},
    counted={True: "and count the exchanges", False: ""},
)
def sort_odd_even_pass(item: Any, parity: Any) -> None:
    j = item.index + 1
    if (item.index + parity) % 2 != 0:
        j = item.index - 1
    key = item.key
    item.key_out = key
    if v.payload:
        item.payload_out = item.payload
    if j < 0 or j >= count(item):
        return
    other = item[j].key
    if (j > item.index and other < key) or (j < item.index and other > key):
        item.key_out = other
        if v.payload:
            item.payload_out = item[j].payload
        if v.counted and j > item.index:
            item.pool.total += 1


@computation(
    SORTING,
    "rank the items of each segment by counting",
    what={"key": "smaller keys", "value": "smaller values"},
    ties={"stable": "and earlier equal ones", "shared": "giving equal ones the same rank"},
)
def sort_rank_items(segment: Any) -> None:
    for a in segment.items:
        rank = int(0)
        for b in segment.items:
            if v.what == "value":
                if b.value < a.value:
                    rank += 1
                elif v.ties == "stable":
                    if b.value == a.value and b.index < a.index:
                        rank += 1
            elif v.ties == "stable":
                if comes_first(b.key, b.index, a.key, a.index):
                    rank += 1
            else:
                if b.key < a.key:
                    rank += 1
        a.rank = rank


@computation(
    SORTING,
    "scatter keys to the places that a sort found",
    fields={
        "key": "",
        "value": "with their values",
        "payload": "with their payloads",
        "all": "with values and payloads",
    },
    order={True: "and note where each came from", False: ""},
)
def sort_scatter(item: Any) -> None:
    dst = item.offset
    item[dst].key_out = item.key
    if v.fields == "value" or v.fields == "all":
        item[dst].value_out = item.value
    if v.fields == "payload" or v.fields == "all":
        item[dst].payload_out = item.payload
    if v.order:
        item[dst].order = item.index


@computation(
    SORTING,
    "gather",
    fields={
        "key": "keys in the order of a sort",
        "value": "values in the order of a sort",
        "payload": "payloads in the order of a sort",
        "both": "keys and payloads in the order of a sort",
    },
    flag={True: "clearing those of items that are not flagged", False: ""},
)
def sort_gather(item: Any) -> None:
    src = item.order
    if v.flag and item[src].flag == 0:
        if v.fields == "key" or v.fields == "both":
            item.key_out = NO_KEY
        if v.fields == "value":
            item.value_out = 0.0
        if v.fields == "payload" or v.fields == "both":
            item.payload_out = wp.vec3(0.0)
        return
    if v.fields == "key" or v.fields == "both":
        item.key_out = item[src].key
    if v.fields == "value":
        item.value_out = item[src].value
    if v.fields == "payload" or v.fields == "both":
        item.payload_out = item[src].payload


@computation(
    SORTING,
    "invert the permutation of a sort",
    key={True: "and put its keys back where they were before it", False: ""},
)
def sort_invert_order(item: Any) -> None:
    item[item.order].rank = item.index
    if v.key:
        item[item.order].key_out = item.key


@computation(
    SORTING,
    "mark keys that are smaller than the one before",
    flag={True: "where both are flagged", False: ""},
    counted={True: "and count them in their pool", False: ""},
)
def sort_check_order(item: Any) -> None:
    item.mark = 0
    if item.index == 0:
        return
    if v.flag and (item.flag == 0 or item[item.index - 1].flag == 0):
        return
    if item[item.index - 1].key > item.key:
        item.mark = 1
        if v.counted:
            item.pool.errors += 1
