"""Scans: marks, running sums, what is added to them."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.sorting import SORTING

ALIVE = 1
"""Bit of state: an item that counts."""


LOCKED = 4
"""Bit of state: an item that must stay as it is."""


@law
def key_in_range(key: int, low: int, high: int) -> bool:
    """Whether a key lies in a range, its upper end left out."""
    return key >= low and key < high


@law
def is_kept(state: int, flag: int) -> bool:
    """Whether an item stays in a compaction: it is locked, or alive and flagged."""
    if (state & LOCKED) != 0:
        return True
    return (state & ALIVE) != 0 and flag != 0


@computation(
    SORTING,
    "write the flags for a compaction, 1 for items that are kept:",
    rule={
        "range": "those with a key in [low, high)",
        "state": "those that are locked, or alive and flagged",
        "alive": "those that are alive",
    },
    counted={True: "and count them in their pool", False: ""},
)
def scan_mark_kept(item: Any, low_key: Any, high_key: Any) -> None:
    keep = int(0)
    if v.rule == "range":
        if key_in_range(item.key, low_key, high_key):
            keep = 1
    elif v.rule == "state":
        if is_kept(item.state, item.flag):
            keep = 1
    else:
        if item.alive:
            keep = 1
    item.mark = keep
    if v.counted and keep != 0:
        item.pool.total += 1


@computation(
    SORTING,
    "make one Hillis-Steele step, at a stride, of an inclusive scan",
    form={"sum": "of sums", "max": "of maxima"},
    segmented={True: "that stops at segments", False: ""},
)
def scan_step(item: Any, stride: Any) -> None:
    total = item.running
    j = item.index - stride
    if j >= 0:
        if v.segmented:
            if item[j].segment.index == item.segment.index:
                total = total + item[j].running if v.form == "sum" else wp.max(total, item[j].running)
        else:
            total = total + item[j].running if v.form == "sum" else wp.max(total, item[j].running)
    item.running_out = total


@computation(
    SORTING,
    "scan the items of each segment one after another",
    form={"exclusive": "exclusively", "inclusive": "inclusively"},
    what={"many": "over their counts", "flag": "over their flags"},
    total={True: "and keep the total", False: ""},
)
def scan_segment(segment: Any) -> None:
    run = int(0)
    for e in segment.items:
        if v.form == "exclusive":
            e.running_out = run
        run += e.many if v.what == "many" else e.flag
        if v.form == "inclusive":
            e.running_out = run
    if v.total:
        if v.what == "many":
            segment.counted = run
        else:
            segment.kept = run


@computation(
    SORTING,
    "add to the running sum of each item the base of its segment, the last phase of a blocked scan,",
    guard={True: "in active segments,", False: ""},
    sign={"plus": "", "less": "and subtract its own count, which makes the scan exclusive"},
)
def scan_add_base(item: Any) -> None:
    seg = item.segment
    if v.guard and not seg.active:
        return
    if v.sign == "plus":
        item.running_out = seg.base + item.running
    else:
        item.running_out = seg.base + item.running - item.many
