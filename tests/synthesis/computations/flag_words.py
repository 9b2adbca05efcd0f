"""Flags of records, as NumPy states them."""

from __future__ import annotations

import numpy as np


def pack_flags(t, v, n):
    r = t.record
    truths = [r.visible.astype(bool), r.frozen.astype(bool), r.owner >= 0, (r.mass > 1.5) & v.heavy]
    flags = sum(truth * 2**bit for bit, truth in enumerate(truths))
    return {"record.flags": np.bitwise_or(flags, r.flags) if v.keep else flags}


def unpack_flags(t, v, n):
    bits = np.unpackbits(t.record.flags.astype(np.uint8)[:, None], axis=1, bitorder="little").astype(bool)
    visible = bits[:, 0] & ~bits[:, 1] if v.hide else bits[:, 0]
    return {"record.visible": visible, **({"record.frozen": bits[:, 1]} if v.frozen else {})}


def mask_flags(t, v, n):
    flags = t.record.flags
    bits = (flags[:, None] >> np.arange(6)) & 1
    under = (int(n.mask) >> np.arange(6)) & 1
    changed = {"set": np.maximum(bits, under), "clear": bits * (1 - under), "toggle": (bits + under) % 2}[v.how]
    after = changed @ (2 ** np.arange(6))
    return {"record.flags": np.where(t.record.visible, after, flags) if v.only else after}


def select_by_flags(t, v, n):
    wanted = [2**bit for bit in range(6) if int(n.mask) & 2**bit]
    has = np.array([[flags & bit > 0 for bit in wanted] for flags in t.record.flags]).reshape(-1, len(wanted))
    chosen = {"all": has.all(1), "any": has.any(1), "none": ~has.any(1)}[v.test]
    return {"record.visible": chosen & (t.record.kind == 0) if v.kind else chosen}


def set_record_bit(t, v, n):
    r, words = t.record, [int(word) for word in t.word.bits]
    chosen = r.visible.astype(bool)
    if v.frozen:
        chosen = chosen & ~r.frozen.astype(bool)
    counts = t.box.count.copy()
    for i in np.flatnonzero(chosen):
        w, bit = divmod(int(r.slot[i]), 32)
        if w < len(words):
            words[w] |= 2**bit
            counts[r.box[i]] += 1
    found = {"word.bits": np.array(words, np.uint32)}
    return {**found, "box.count": counts} if v.count else found


def read_record_bit(t, v, n):
    visible = []
    for slot in t.record.slot:
        w, bit = divmod(int(slot), 32)
        inside = w < len(t.word.bits) or v.beyond == "wrap"
        visible.append(inside and bool(int(t.word.bits[w % len(t.word.bits)]) >> bit & 1))
    return {"record.visible": np.array(visible)}


def gather_kind_mask(t, v, n):
    r, masks, counts = t.record, [int(mask) for mask in t.box.mask], t.box.count.copy()
    for kind, box, frozen in zip(r.kind, r.box, r.frozen, strict=True):
        if not (v.frozen and frozen):
            masks[box] |= 2 ** int(kind)
            counts[box] += 1
    found = {"box.mask": np.array(masks, np.uint32)}
    return {**found, "box.count": counts} if v.count else found


def record_sort_key(t, v, n):
    r = t.record
    key = r.layer * 8 + r.kind if v.first == "layer" else r.kind * 16 + r.layer
    key = key * 256 + np.arange(len(key)) % 256
    return {"record.key": key + 2**15 * r.frozen.astype(int) if v.frozen else key}


def unpack_record_word(t, v, n):
    upper, kind = np.divmod(t.record.packed, 8)
    owner, layer = np.divmod(upper, 16)
    made = {"record.pair": np.stack([kind, layer], -1)}
    return {**made, "record.number": owner % 32 - 1} if v.owner else made


def pack_record_word(t, v, n):
    r = t.record
    parts = [(r.kind, 0), (r.layer, 3), (r.owner + 1, 7), *([(r.flags % 4, 12)] if v.flags else [])]
    return {"record.packed": sum(value * 2**shift for value, shift in parts)}


def pair_of_number(t, v, n):
    many = len(t.record.number)
    if v.which == "square":
        pairs = [divmod(k, int(n.columns)) for k in range(many)]
    else:
        pairs = [(i, j) for i in range(many) for j in range(i + 1)][:many]
    return {"record.pair": np.array(pairs)}
