"""Bits of words: fields, counts, keys, hashes."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.packing import PACKING

SPREAD_16 = 0x030000FF
SPREAD_8 = 0x0300F00F
SPREAD_4 = 0x030C30C3
SPREAD_2 = 0x09249249
PRIME_X = 73856093
PRIME_Y = 19349663
PRIME_Z = 83492791
MULTIPLIER = 0x45D9F3B
FNV_PRIME = 16777619
GOLDEN_RATIO = 0x9E3779B9
ALTERNATE = 0x55555555
BYTES = 0x00FF00FF
PAIRS = 0x33333333
NIBBLES = 0x0F0F0F0F


@law
def spread_key_bits(x: wp.uint32) -> wp.uint32:
    """The ten low bits of a word with two zeros between any two, as three interleave in a Morton code."""
    x = (x | (x << wp.uint32(16))) & wp.uint32(SPREAD_16)
    x = (x | (x << wp.uint32(8))) & wp.uint32(SPREAD_8)
    x = (x | (x << wp.uint32(4))) & wp.uint32(SPREAD_4)
    x = (x | (x << wp.uint32(2))) & wp.uint32(SPREAD_2)
    return x


@law
def spread_plane_bits(x: wp.uint32) -> wp.uint32:
    """The sixteen low bits of a word with a zero between any two, as two interleave in a Morton code."""
    x = (x | (x << wp.uint32(8))) & wp.uint32(BYTES)
    x = (x | (x << wp.uint32(4))) & wp.uint32(NIBBLES)
    x = (x | (x << wp.uint32(2))) & wp.uint32(PAIRS)
    x = (x | (x << wp.uint32(1))) & wp.uint32(ALTERNATE)
    return x


@law
def gather_key_bits(x: wp.uint32) -> wp.uint32:
    """Every third bit of a word pushed together into ten bits, which undoes their spread."""
    x = x & wp.uint32(SPREAD_2)
    x = (x | (x >> wp.uint32(2))) & wp.uint32(SPREAD_4)
    x = (x | (x >> wp.uint32(4))) & wp.uint32(SPREAD_8)
    x = (x | (x >> wp.uint32(8))) & wp.uint32(SPREAD_16)
    x = (x | (x >> wp.uint32(16))) & wp.uint32(0x3FF)
    return x


@law
def mix_bits(x: wp.uint32) -> wp.uint32:
    """Integer hash of a word by shifts and multiplications, one to one."""
    x = ((x >> wp.uint32(16)) ^ x) * wp.uint32(MULTIPLIER)
    x = ((x >> wp.uint32(16)) ^ x) * wp.uint32(MULTIPLIER)
    return (x >> wp.uint32(16)) ^ x


@law
def count_bits(x: wp.uint32) -> int:
    """Number of set bits by Kernighan's way, one turn for each of them."""
    n = int(0)
    while x != wp.uint32(0):
        # clears the lowest bit that is set
        x = x & (x - wp.uint32(1))
        n += 1
    return n


@computation(
    PACKING,
    "interleave the bits of the grid cell of every record into a Morton key",
    dims={3: "", 2: "of its first two coordinates"},
)
def record_morton_key(record: Any) -> None:
    c = record.grid
    if v.dims == 3:
        key = spread_key_bits(wp.uint32(c[0])) | (spread_key_bits(wp.uint32(c[1])) << wp.uint32(1))
        key = key | (spread_key_bits(wp.uint32(c[2])) << wp.uint32(2))
    else:
        key = spread_plane_bits(wp.uint32(c[0])) | (spread_plane_bits(wp.uint32(c[1])) << wp.uint32(1))
    record.number = int(key)


@computation(PACKING, "read the grid cell back from the Morton key of every word")
def morton_cell(word: Any) -> None:
    key = word.bits
    x = int(gather_key_bits(key))
    y = int(gather_key_bits(key >> wp.uint32(1)))
    z = int(gather_key_bits(key >> wp.uint32(2)))
    word.cell = wp.vec3i(x, y, z)


@computation(
    PACKING,
    "hash the cell of every record to a bucket",
    mix={"primes": "", "mixed": "with its bits mixed"},
)
def hash_record_cell(record: Any, buckets: Any) -> None:
    c = record.cell
    h = (c[0] * PRIME_X) ^ (c[1] * PRIME_Y) ^ (c[2] * PRIME_Z)
    if v.mix == "mixed":
        h = int(mix_bits(wp.uint32(h)) & wp.uint32(0x7FFFFFFF))
        record.number = h % buckets
    else:
        b = h % buckets
        # the remainder has the sign of the hash
        if b < 0:
            b += buckets
        record.number = b


@computation(
    PACKING,
    "mix the bits of every word with a seed",
    rounds={1: "", 2: "twice"},
    bucket={True: "and tell the bucket that it falls in", False: ""},
)
def mix_word(word: Any, seed: Any, buckets: Any) -> None:
    h = mix_bits(word.bits ^ wp.uint32(seed))
    if v.rounds == 2:
        h = mix_bits(h + wp.uint32(seed))
    word.mixed = h
    if v.bucket:
        word.bucket = int(h % wp.uint32(buckets))


@computation(
    PACKING,
    "hash the words of every record into one number",
    form={"fnv": "by the FNV-1a product", "shift": "by shifts and the golden ratio"},
)
def hash_record_words(record: Any, seed: Any) -> None:
    h = wp.uint32(seed)
    for w in record.words:
        if v.form == "fnv":
            h = (h ^ w.bits) * wp.uint32(FNV_PRIME)
        else:
            h = h ^ (w.bits + wp.uint32(GOLDEN_RATIO) + (h << wp.uint32(6)) + (h >> wp.uint32(2)))
    record.number = int(h & wp.uint32(0x7FFFFFFF))


@computation(
    PACKING,
    "count the bits that are set in every word",
    way={"loop": "one bit at a time", "sums": "by parallel sums of bits", "law": ""},
)
def count_word_bits(word: Any) -> None:
    x = word.bits
    if v.way == "loop":
        n = int(0)
        for k in range(32):
            if ((x >> wp.uint32(k)) & wp.uint32(1)) != wp.uint32(0):
                n += 1
        word.total = n
    elif v.way == "sums":
        x = x - ((x >> wp.uint32(1)) & wp.uint32(ALTERNATE))
        x = (x & wp.uint32(PAIRS)) + ((x >> wp.uint32(2)) & wp.uint32(PAIRS))
        x = (x + (x >> wp.uint32(4))) & wp.uint32(NIBBLES)
        x = x + (x >> wp.uint32(8))
        x = x + (x >> wp.uint32(16))
        word.total = int(x & wp.uint32(0x3F))
    else:
        word.total = count_bits(x)


@computation(
    PACKING,
    "count the bits that are set in the masks of the words of every record",
    first={True: "and find the first word with any", False: ""},
)
def count_record_bits(record: Any) -> None:
    n = int(0)
    first = int(-1)
    for w in record.words:
        k = count_bits(w.mask)
        if v.first:
            if k > 0 and first < 0:
                first = w.index
        n += k
    record.number = n
    if v.first:
        record.first_word = first


@computation(
    PACKING,
    "find the highest bit that is set in the mask of every word,",
    way={"shift": "", "halve": "halving the range"},
    none={"minus": "with -1 where there is none", "zero": "with 0 where there is none"},
)
def highest_bit(word: Any) -> None:
    x = word.mask
    if v.none == "minus":
        if x == wp.uint32(0):
            word.top = -1
            return
    n = int(0)
    if v.way == "shift":
        while x > wp.uint32(1):
            x = x >> wp.uint32(1)
            n += 1
    else:
        step = int(16)
        while step > 0:
            if (x >> wp.uint32(step)) != wp.uint32(0):
                x = x >> wp.uint32(step)
                n += step
            step = step // 2
    word.top = n


@computation(
    PACKING,
    "put into the value of every word its field,",
    fit={"cut": "cut to its width", "skip": "unless it is too wide"},
)
def insert_field(word: Any) -> None:
    shift = word.shift
    mask = (1 << word.width) - 1
    f = word.field
    if v.fit == "skip":
        if f > mask:
            return
    else:
        f = f & mask
    word.value = (word.value & ~(mask << shift)) | (f << shift)


@computation(
    PACKING,
    "take a field out of the value of every word",
    signed={True: "as a number with a sign", False: ""},
)
def extract_field(word: Any) -> None:
    width = word.width
    f = (word.value >> word.shift) & ((1 << width) - 1)
    if v.signed:
        if (f & (1 << (width - 1))) != 0:
            f = f - (1 << width)
    word.field = f
