"""Searches among sorted keys: runs, bounds, the segment of an item."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, v, wp
from generator.synthesis.schemas.sorting import SORTING

segment: Any = None
"""The entity, which items search and number."""


@computation(
    SORTING,
    "number the items of each segment",
    start={"zero": "from 0", "base": "from its base"},
    flag={True: "passing over items without a flag, which get -1", False: ""},
)
def segment_number_items(segment: Any) -> None:
    n = segment.base if v.start == "base" else int(0)
    for e in segment.items:
        if v.flag and e.flag == 0:
            e.slot = -1
            continue
        e.slot = n
        n += 1


@computation(
    SORTING,
    "expand segments to items: write into each item the number of its segment",
    active={True: "-1 where the segment is inactive", False: ""},
    place={True: "and its place within", False: ""},
)
def segment_expand(segment: Any) -> None:
    n = int(0)
    for e in segment.items:
        if v.active:
            e.found_segment = segment.index if segment.active else -1
        else:
            e.found_segment = segment.index
        if v.place:
            e.rank = n
            n += 1


@computation(
    SORTING,
    "find the segment of each item from the first items of all segments",
    search={"halve": "by binary search", "walk": "by linear search"},
    place={True: "and its place within", False: ""},
)
def segment_search(item: Any) -> None:
    if v.search == "halve":
        lo = int(0)
        hi = count(segment)
        while lo < hi:
            mid = (lo + hi) // 2
            if segment[mid].begin <= item.index:
                lo = mid + 1
            else:
                hi = mid
        found = lo - 1
    else:
        found = int(-1)
        for s in range(count(segment)):
            if segment[s].begin > item.index:
                break
            found = s
    item.found_segment = found
    if v.place:
        item.rank = -1
        if found >= 0:
            item.rank = item.index - segment[found].begin


@computation(
    SORTING,
    "mark the first of each run of equal sorted keys",
    slot={"mark": "", "take": "each with a slot of its pool, taken by an atomic in no certain order,"},
    length={True: "and count the length of the run", False: ""},
)
def sort_run_heads(item: Any) -> None:
    key = item.sorted_key
    if item.index > 0 and item[item.index - 1].sorted_key == key:
        item.mark = 0
        return
    item.mark = 1
    if v.slot == "take":
        item.slot = wp.atomic_add(item.pool.total, 1)
    if v.length:
        n = int(1)
        while item.index + n < count(item):
            if item[item.index + n].sorted_key != key:
                break
            n += 1
        item.run_length = n


@computation(
    SORTING,
    "find by binary search where each key would be inserted among the sorted ones",
    side={"first": "before equal ones", "last": "after equal ones"},
    found={True: "and whether it is there", False: ""},
)
def sort_insertion_places(item: Any) -> None:
    n = count(item)
    key = item.key
    lo = int(0)
    hi = n
    while lo < hi:
        mid = (lo + hi) // 2
        other = item[mid].sorted_key
        if v.side == "last":
            if other <= key:
                lo = mid + 1
            else:
                hi = mid
        else:
            if other < key:
                lo = mid + 1
            else:
                hi = mid
    item.rank = lo
    if v.found:
        if v.side == "last":
            there = lo > 0 and item[lo - 1].sorted_key == key
        else:
            there = lo < n and item[lo].sorted_key == key
        item.mark = 1 if there else 0
