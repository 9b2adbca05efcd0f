"""Pairs that last, and trees over sorted codes, stated from the root down."""

from __future__ import annotations

import numpy as np


def broad_match_pairs(t, v, n):
    age, impulse, kept = t.pair.age.copy(), t.pair.impulse.copy(), t.world.kept_total.copy()
    for i, w in enumerate(t.pair.world):
        listed = t.world.old_feature[w][: min(t.world.old_total[w], n.pair_capacity)]
        found = np.flatnonzero(listed == t.pair.feature[i])
        if len(found):
            age[i], impulse[i] = t.world.old_age[w][found[0]] + 1, t.world.old_impulse[w][found[0]]
            kept[w] += 1
        else:
            age[i], impulse[i] = -1 if v.new == "mark" else 0, 0.0
    made = {"pair.age": age}
    if v.impulse:
        made["pair.impulse"] = impulse
    return {**made, "world.kept_total": kept} if v.counted else made


def broad_split_nodes(t, v, n):
    left, right, far = t.point.left.copy(), t.point.right.copy(), t.point.far_end.copy()
    many = len(left)
    codes = t.point.sorted_key.astype(np.int64) * 2**32 + np.arange(many)
    todo = [(0, 0, many - 1)]
    while todo:
        node, first, last = todo.pop()
        # the highest bit in which the codes of a range differ parts it
        bit = int(codes[first] ^ codes[last]).bit_length() - 1
        split = first + int(((codes[first : last + 1] >> bit) & 1).argmax()) - 1
        far[node] = last if node == first else first
        left[node] = split + many if split == first else split
        right[node] = split + 1 + many if split + 1 == last else split + 1
        if split > first:
            todo.append((split, first, split))
        if split + 1 < last:
            todo.append((split + 1, split + 1, last))
    made = {"point.left": left, "point.right": right}
    return {**made, "point.far_end": far} if v.ends else made
