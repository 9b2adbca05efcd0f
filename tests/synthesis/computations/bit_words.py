"""Bits of words, as NumPy and Python's own integers state them."""

from __future__ import annotations

import numpy as np

_MASK = 0xFFFFFFFF


def _interleaved(cell, dims):
    return sum(((int(cell[axis]) >> bit) & 1) << (dims * bit + axis) for bit in range(10) for axis in range(dims))


def _mixed(x):
    for _ in range(2):
        x = ((x >> 16) ^ x) * 0x45D9F3B & _MASK
    return (x >> 16) ^ x


def _wrapped(x):
    return (int(x) + 2**31) % 2**32 - 2**31


def record_morton_key(t, v, n):
    return {"record.number": np.array([_interleaved(cell, v.dims) for cell in t.record.grid])}


def morton_cell(t, v, n):
    bits = (t.word.bits.astype(np.int64)[:, None] >> np.arange(30)) & 1
    return {"word.cell": (bits.reshape(-1, 10, 3) * 2 ** np.arange(10)[:, None]).sum(1)}


def _totals(words):
    return np.array([int(word).bit_count() for word in words])


def hash_record_cell(t, v, n):
    found = []
    for x, y, z in t.record.cell.astype(int):
        h = _wrapped(x * 73856093) ^ _wrapped(y * 19349663) ^ _wrapped(z * 83492791)
        found.append((_mixed(h & _MASK) & 0x7FFFFFFF if v.mix == "mixed" else h) % n.buckets)
    return {"record.number": np.array(found)}


def mix_word(t, v, n):
    mixed = []
    for word in t.word.bits:
        h = _mixed(int(word) ^ int(n.seed))
        mixed.append(_mixed((h + int(n.seed)) & _MASK) if v.rounds == 2 else h)
    found = {"word.mixed": np.array(mixed, np.uint32)}
    return {**found, "word.bucket": np.array(mixed) % n.buckets} if v.bucket else found


def hash_record_words(t, v, n):
    found = []
    for words in t.record.words:
        h = int(n.seed)
        for bits in t.word.bits[words]:
            if v.form == "fnv":
                h = (h ^ int(bits)) * 16777619 % 2**32
            else:
                h ^= (int(bits) + 0x9E3779B9 + h * 64 + h // 4) % 2**32
        found.append(h % 2**31)
    return {"record.number": np.array(found)}


def count_word_bits(t, v, n):
    return {"word.total": _totals(t.word.bits)}


def count_record_bits(t, v, n):
    totals = _totals(t.word.mask)
    found = {"record.number": np.array([totals[k].sum() for k in t.record.words])}
    if v.first:
        found["record.first_word"] = np.array([next((k for k in words if totals[k]), -1) for words in t.record.words])
    return found


def highest_bit(t, v, n):
    tops = np.array([int(mask).bit_length() - 1 for mask in t.word.mask])
    return {"word.top": tops if v.none == "minus" else np.maximum(tops, 0)}


def insert_field(t, v, n):
    w, values = t.word, t.word.value.copy()
    for i, (value, field, shift, width) in enumerate(zip(w.value, w.field, w.shift, w.width, strict=True)):
        if v.fit == "skip" and field >= 2**width:
            continue
        old = value // 2**shift % 2**width
        values[i] = value + (field % 2**width - old) * 2**shift
    return {"word.value": values}


def extract_field(t, v, n):
    w = t.word
    field = w.value // 2**w.shift % 2**w.width
    if v.signed:
        field = np.where(field >= 2 ** (w.width - 1), field - 2**w.width, field)
    return {"word.field": field}
