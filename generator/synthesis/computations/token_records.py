"""Whole records of tokens and paged attention: all that a batch of sequences needs before a step."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, exists, law, v, wp
from generator.synthesis.schemas.attention import ATTENTION

LOWEST = -1.0e10
MULTIPLIER = 31
MASK = 1048575


@law
def page_place(page: int, offset: int, page_size: int) -> int:
    """Slot of a token in paged memory, -1 where its sequence has no page there."""
    if page < 0:
        return -1
    return page * page_size + offset


@law
def roll_hash(code: int, word: int) -> int:
    """Polynomial rolling hash after one more token, kept to its lowest bits."""
    return (code * MULTIPLIER + word) & MASK


@computation(
    ATTENTION,
    "write length and last token of each sequence and whether its length has ended it, and position, label (the next token "
    "of the sequence, -1 at its end), segment, rolling hash and paged cache slot of its tokens,",
    padding={True: "with -1 for padding", False: ""},
    stop={True: "up to the stop token, which ends it too,", False: ""},
    hashed={"run": "restarting the hash with each segment", "all": ""},
)
def token_records(sequence: Any, page_size: Any, max_pages: Any, stop: Any) -> None:
    n = int(0)
    run = int(0)
    code = int(0)
    former = int(-1)
    last = int(-1)
    done = int(0)
    for t in sequence.tokens:
        if v.padding:
            if t.padding != 0:
                t.place = -1
                t.slot = -1
                t.label = -1
                t.segment = -1
                t.hash = 0
                continue
        if t.kind != former:
            if former >= 0:
                run += 1
                if v.hashed == "run":
                    code = 0
            former = t.kind
        code = roll_hash(code, t.word)
        page = n // page_size
        if page < max_pages:
            t.slot = page_place(sequence.pages[page], n % page_size, page_size)
        else:
            t.slot = -1
        t.place = n
        t.segment = run
        t.hash = code
        t.label = -1
        if last >= 0:
            token[last].label = t.word
        last = t.index
        n += 1
        if v.stop:
            if t.word == stop:
                done = 1
                break
    if n >= sequence.limit:
        done = 1
    sequence.length = n
    sequence.last = last
    sequence.next_finished = done


@computation(
    ATTENTION,
    "attend from each query to the keys in the pages of its sequence: maximum and sum of the scores by "
    "online softmax, then the weighted sum of the values,",
    window={True: "in the sliding window of its head", False: ""},
    penalty={True: "with ALiBi's penalty on distance", False: ""},
    padding={True: "skipping masked keys", False: ""},
)
def paged_attention(query: Any, head_dim: Any, page_size: Any, max_pages: Any, scale: Any) -> None:
    sequence = query.sequence
    length = wp.min(query.position + 1, max_pages * page_size)
    first = int(0)
    if v.window:
        first = wp.max(query.position + 1 - query.head.window, 0)
    top = float(LOWEST)
    total = float(0.0)
    for p in range(first, length):
        j = page_place(sequence.pages[p // page_size], p % page_size, page_size)
        if j < 0 or j >= count(key):
            continue
        if v.padding:
            if key[j].masked != 0:
                continue
        s = float(0.0)
        for c in range(head_dim):
            s += query.vector[c] * key[j].vector[c]
        s = s * scale
        if v.penalty:
            s -= query.head.slope * float(query.position - p)
        # what was summed so far is rescaled to the new maximum
        larger = wp.max(top, s)
        total = total * wp.exp(top - larger) + wp.exp(s - larger)
        top = larger
    query.new_top = top
    query.new_total = total
    for c in range(head_dim):
        query.output[c] = 0.0
    if total == 0.0:
        return
    for p in range(first, length):
        j = page_place(sequence.pages[p // page_size], p % page_size, page_size)
        if j < 0 or j >= count(key):
            continue
        if v.padding:
            if key[j].masked != 0:
                continue
        s = float(0.0)
        for c in range(head_dim):
            s += query.vector[c] * key[j].vector[c]
        s = s * scale
        if v.penalty:
            s -= query.head.slope * float(query.position - p)
        w = wp.exp(s - top) / total
        for c in range(head_dim):
            query.output[c] += w * key[j].content[c]


@computation(
    ATTENTION,
    "advance each beam of a beam search: its log probability, length, length-normalised rank and ancestor, "
    "where a finished parent stays as it is,",
    parent={
        "leave": "a beam without a parent is ruled out, with -1 for its ancestor,",
        "start": "a beam without a parent starts at a length of one,",
    },
    stop={True: "a stop token that follows does not count,", False: ""},
    ban={True: "and a repeated token ranks last", False: ""},
)
def beam_record(beam: Any, stop: Any, exponent: Any) -> None:
    parent = beam.parent
    if not exists(parent):
        if v.parent == "start":
            beam.total = beam.step_log_probability
            beam.rank = beam.step_log_probability
            beam.new_length = 1
            beam.ancestor = beam.index
        else:
            beam.total = LOWEST
            beam.rank = LOWEST
            beam.new_length = 0
            beam.ancestor = -1
        return
    total = parent.log_probability
    length = parent.length
    # what has ended stays as it is
    if parent.finished != 0:
        beam.total = total
        beam.new_length = length
        beam.rank = total / wp.pow(float(length), exponent)
        beam.ancestor = parent.index
        return
    total += beam.step_log_probability
    if v.stop:
        if beam.word != stop:
            length += 1
    else:
        length += 1
    rank = total / wp.pow(float(length), exponent)
    if v.ban:
        if beam.word == parent.former_word:
            rank = LOWEST
    beam.total = total
    beam.new_length = length
    beam.rank = rank
    beam.ancestor = parent.index
