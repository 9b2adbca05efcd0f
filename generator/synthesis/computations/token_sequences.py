"""Sequences of tokens: positions, labels, runs, cache places, pooling, rotation, mixing."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, exists, law, v, wp
from generator.synthesis.schemas.attention import ATTENTION

# times a hash of 16 bits it fits into 31
FACTOR = 31421
HASH_MASK = 0xFFFF


@law
def rotate_pair(x: float, y: float, angle: float) -> tuple[float, float]:
    """Pair of features turned counterclockwise in its plane by an angle."""
    c = wp.cos(angle)
    s = wp.sin(angle)
    return c * x - s * y, s * x + c * y


@law
def pair_angle(position: int, pair: int, width: int, base: float) -> float:
    """Angle by which a pair of features is turned at a position; lower pairs turn faster."""
    return float(position) * wp.pow(base, -2.0 * float(pair) / float(width))


@computation(
    ATTENTION,
    "number the tokens of each sequence",
    start={"zero": "", "length": "and store its length"},
    padding={"all": "", "skip": "skipping padding, which gets -1"},
)
def position_ids(sequence: Any) -> None:
    n = int(0)
    for t in sequence.tokens:
        if v.padding == "skip":
            if t.padding != 0:
                t.place = -1
                continue
        t.place = n
        n += 1
    if v.start == "length":
        sequence.length = n


@computation(
    ATTENTION,
    "compute the length of each sequence",
    until={"stop": "to its stop token", "padding": "without padding"},
    last={True: "and its last token", False: ""},
)
def sequence_length(sequence: Any, stop: Any) -> None:
    n = int(0)
    if v.last:
        last = int(-1)
    for t in sequence.tokens:
        if v.until == "padding":
            if t.padding != 0:
                continue
        n += 1
        if v.last:
            last = t.index
        if v.until == "stop":
            if t.word == stop:
                break
    sequence.length = n
    if v.last:
        sequence.last = last


@computation(
    ATTENTION,
    "give each token the next token of its sequence as label, -1 at its end,",
    hidden={"none": "", "padding": "for padding and before it"},
)
def shifted_labels(token: Any) -> None:
    i = token.index
    if v.hidden == "padding":
        if token.padding != 0:
            token.label = -1
            return
    label = int(-1)
    if exists(token.sequence) and i + 1 < count(token):
        own, following = token.sequence, token[i + 1].sequence
        if following == own:
            if v.hidden == "padding":
                if token[i + 1].padding == 0:
                    label = token[i + 1].word
            else:
                label = token[i + 1].word
    token.label = label


@computation(
    ATTENTION,
    "compute the paged key-value cache slot of each token,",
    missing={"leave": "", "none": "-1 outside of sequences,"},
    bound={
        True: "-1 past the last page and where a page is missing",
        False: "wrapping around the pages, -1 where one is missing",
    },
)
def cache_slot(token: Any, page_size: Any, max_pages: Any) -> None:
    sequence = token.sequence
    if v.missing == "none":
        if not exists(sequence):
            token.slot = -1
            return
    page = token.position // page_size
    if v.bound:
        if page >= max_pages:
            token.slot = -1
            return
    else:
        page = page % max_pages
    number = sequence.pages[page]
    token.slot = number * page_size + token.position % page_size if number >= 0 else -1


@computation(
    ATTENTION,
    "number runs of",
    by={"kind": "equal token types in each sequence", "word": "equal tokens in each sequence"},
)
def segment_runs(sequence: Any) -> None:
    run = int(-1)
    former = int(-1)
    for t in sequence.tokens:
        kind = t.word if v.by == "word" else t.kind
        if kind != former:
            run += 1
            former = kind
        t.segment = run


@computation(
    ATTENTION,
    "hash each token into 16 bits with",
    order={3: "the two before it", 4: "the three before it"},
    across={False: "", True: "within its sequence"},
)
def ngram_hash(token: Any) -> None:
    i = token.index
    code = token.word
    for k in range(1, v.order):
        if i - k < 0:
            break
        if v.across:
            if not exists(token.sequence):
                break
            own, former = token.sequence, token[i - k].sequence
            if former != own:
                break
        code = (code * FACTOR + token[i - k].word) & HASH_MASK
    token.hash = code


@computation(
    ATTENTION,
    "apply rotary position embedding to the features of each token",
    pairs={"neighbours": "in neighbouring pairs", "halves": "in pairs across halves"},
    direction={"forward": "", "back": "with the inverse rotation"},
)
def rotary_embedding(token: Any, width: Any, base: Any) -> None:
    half = width // 2
    for p in range(half):
        angle = pair_angle(token.position, p, 2 * half, base)
        if v.direction == "back":
            angle = -angle
        if v.pairs == "neighbours":
            a = 2 * p
            b = 2 * p + 1
        else:
            a = p
            b = p + half
        x, y = rotate_pair(token.features[a], token.features[b], angle)
        token.mixed[a] = x
        token.mixed[b] = y
    # an odd feature is left alone
    if width % 2 == 1:
        token.mixed[width - 1] = token.features[width - 1]


@computation(
    ATTENTION,
    "add to the features of each token its sinusoidal position embedding",
    scaled={True: "times the weight of the token", False: ""},
)
def sinusoid_position(token: Any, width: Any, base: Any) -> None:
    for k in range(width):
        angle = pair_angle(token.position, k // 2, width, base)
        wave = wp.sin(angle) if k % 2 == 0 else wp.cos(angle)
        if v.scaled:
            wave *= token.weight
        token.mixed[k] = token.features[k] + wave


@computation(
    ATTENTION,
    "mix the features of each token with those of the previous one, as RWKV's token shift,",
    first={"zero": "with zeros before the first", "own": "with its own for the first"},
)
def token_shift(token: Any, width: Any, mix: Any) -> None:
    i = token.index
    inside = int(0)
    if exists(token.sequence) and i > 0:
        own, previous = token.sequence, token[i - 1].sequence
        if previous == own:
            inside = 1
    for k in range(width):
        x = token.features[k]
        former = float(0.0) if v.first == "zero" else float(x)
        if inside != 0:
            former = token[i - 1].features[k]
        token.mixed[k] = mix * x + (1.0 - mix) * former


@computation(
    ATTENTION,
    "pool token features of each sequence",
    pool={"mean": "by their mean", "weighted": "by their weighted mean", "sum": "by their sum"},
    padding={True: "skipping padding", False: ""},
)
def pool_tokens(sequence: Any, width: Any) -> None:
    for k in range(width):
        pooled = float(0.0)
        if v.pool != "sum":
            total = float(0.0)
        for t in sequence.tokens:
            if v.padding:
                if t.padding != 0:
                    continue
            if v.pool == "weighted":
                pooled += t.weight * t.features[k]
                total += t.weight
            else:
                pooled += t.features[k]
                if v.pool == "mean":
                    total += 1.0
        if v.pool != "sum":
            if total > 0.0:
                pooled = pooled / total
        sequence.pooled[k] = pooled
