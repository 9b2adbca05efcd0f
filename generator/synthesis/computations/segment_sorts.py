"""Segments sorted by one thread each, tables that are probed, items that go from phase to phase."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, law, v, wp
from generator.synthesis.schemas.sorting import SORTING

LOW = -1.0e6
"""Value below all others."""

HASH_FACTOR = 7919
"""Prime that keys are multiplied by."""

MOST_PROBES = 8
"""Places of a table that a search tries."""

DESCENDING = 1
"""Bit of a report: keys that fall."""

WRONG_COUNT = 2
"""Bit of a report: more or fewer items than stated."""

WRONG_OWNER = 4
"""Bit of a report: an item that names another segment."""

Phase: Any = None
"""The enumeration of the schema."""

Request: Any = None
"""The enumeration of the schema."""

slot: Any = None
"""The entity: the table has a record a place."""


@law
def home_slot(key: int, slots: int) -> int:
    """Slot at which the search for a key begins, by multiplicative hashing."""
    return (key * HASH_FACTOR) % slots


@law
def digit_pair(key: int, shift: int) -> int:
    """Two bits of a key from a shift on, a digit between 0 and 3."""
    return (key >> shift) & 3


@law
def exclusive_sums(counts: wp.vec4i) -> wp.vec4i:
    """Sum of the counts before each of four, zero for the first."""
    return wp.vec4i(0, counts[0], counts[0] + counts[1], counts[0] + counts[1] + counts[2])


@computation(
    SORTING,
    "sort each segment stably by two bits of its keys with a counting sort: store",
    moved={"rank": "the place of each item", "both": "place and digit of each item"},
    counts={True: "and the number of items of each digit", False: ""},
)
def segment_counting_sort(segment: Any, shift: Any) -> None:
    counts = wp.vec4i(0, 0, 0, 0)
    for e in segment.items:
        d = digit_pair(e.key, shift)
        counts[d] = counts[d] + 1
    place = exclusive_sums(counts)
    for e in segment.items:
        d = digit_pair(e.key, shift)
        e.rank = place[d]
        if v.moved == "both":
            e.digit = d
        place[d] = place[d] + 1
    if v.counts:
        segment.digits = counts


@computation(
    SORTING,
    "find the four items of largest value of each segment by insertion",
    flag={True: "among flagged ones", False: ""},
    values={True: "and store their values in descending order", False: ""},
)
def segment_top_items(segment: Any) -> None:
    scores = wp.vec4(LOW, LOW, LOW, LOW)
    leaders = wp.vec4i(-1, -1, -1, -1)
    for e in segment.items:
        if v.flag and e.flag == 0:
            continue
        x = e.value
        if x <= scores[3]:
            continue
        k = int(3)
        while k > 0 and scores[k - 1] < x:
            scores[k] = scores[k - 1]
            leaders[k] = leaders[k - 1]
            k -= 1
        scores[k] = x
        leaders[k] = e.index
    segment.leaders = leaders
    if v.values:
        segment.scores = scores


@computation(
    SORTING,
    "look keys up in a hash table with open addressing and linear probing, at most eight places,",
    missing={
        "mark": "with -1 for those that are missing",
        "value": "with their values, zero for those that are missing",
    },
    probes={True: "counting the probes", False: ""},
    used={True: "and mark the slots that were found", False: ""},
)
def table_look_up(item: Any) -> None:
    key = item.key
    n = count(slot)
    h = home_slot(key, n)
    found = int(-1)
    tries = int(0)
    while tries < MOST_PROBES:
        other = slot[h].key
        tries += 1
        if other == key:
            found = h
            break
        # a free place ends the search
        if other < 0:
            break
        h = (h + 1) % n
    item.slot = found
    if v.missing == "value":
        item.value_out = 0.0
        if found >= 0:
            item.value_out = slot[found].value
    if v.probes:
        item.hits = tries
    if v.used and found >= 0:
        wp.atomic_max(slot[found].used, 1)


@computation(
    SORTING,
    "advance the state machine of each item by its request: a start takes it from idle or wait to busy, a stop "
    "from busy to wait, a clear from any to idle, and time",
    timeout={
        "wait": "from wait to done beyond the patience",
        "both": "from busy or wait to done beyond the patience",
    },
    counted={True: "counting those that finish", False: ""},
)
def item_next_phase(item: Any, patience: Any) -> None:
    phase = item.phase
    timer = item.timer + 1
    request = item.request
    after = phase
    if request == Request.CLEAR:
        after = Phase.IDLE
    elif phase == Phase.IDLE:
        if request == Request.START:
            after = Phase.BUSY
    elif phase == Phase.BUSY:
        if request == Request.STOP:
            after = Phase.WAIT
        elif v.timeout == "both" and timer > patience:
            after = Phase.DONE
    elif phase == Phase.WAIT:
        if request == Request.START:
            after = Phase.BUSY
        elif timer > patience:
            after = Phase.DONE
    if after != phase:
        timer = 0
    item.phase = after
    item.timer = timer
    if v.counted and after == Phase.DONE and phase != Phase.DONE:
        item.pool.total += 1


@computation(
    SORTING,
    "check each segment and set bits of a report where its living items are not as many as stated or their keys do not ascend",
    owner={True: "or an item names another segment", False: ""},
    counted={True: "and count segments with errors", False: ""},
)
def segment_check(segment: Any) -> None:
    report = int(0)
    n = int(0)
    before = int(0)
    for e in segment.items:
        if e.alive:
            if e.key < before:
                report = report | DESCENDING
            before = e.key
            n += 1
        if v.owner and e.segment.index != segment.index:
            report = report | WRONG_OWNER
    if n != segment.stated:
        report = report | WRONG_COUNT
    segment.report = report
    if v.counted and report != 0:
        segment.pool.errors += 1
