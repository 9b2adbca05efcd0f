"""Trees of boxes, stated by children and walks."""

from __future__ import annotations

from tests.synthesis.computations.broad_pairs import _groups


def broad_fit_nodes(t, v, n):
    lower, upper, total = t.node.fitted_lower.copy(), t.node.fitted_upper.copy(), t.node.fitted_total.copy()
    for i in range(len(lower)):
        if v.level and t.node.level[i] != n.tree_level:
            continue
        leaf = t.node.leaf[i]
        below = [child for child in (t.node.left[i], t.node.right[i]) if child >= 0]
        if leaf >= 0:
            lower[i], upper[i], total[i] = t.shape.lower[leaf], t.shape.upper[leaf], 1
        elif below:
            lower[i], upper[i] = t.node.lower[below].min(0), t.node.upper[below].max(0)
            total[i] = t.node.total[below].sum()
        else:
            lower[i], upper[i], total[i] = 1e10, -1e10, 0
    made = {"node.fitted_lower": lower, "node.fitted_upper": upper}
    return {**made, "node.fitted_total": total} if v.counted else made


def broad_walk_tree(t, v, n):
    found = t.shape.found.copy()
    for i in range(len(found)):
        hits, at = [], 0
        for _ in range(64):
            if at < 0:
                break
            before = t.node.lower[at] <= t.shape.upper[i]
            inside = bool((before & (t.shape.lower[i] <= t.node.upper[at])).all())
            leaf = t.node.leaf[at]
            if inside and leaf >= 0:
                hits.append(leaf)
            at = t.node.left[at] if inside and leaf < 0 else t.node.skip[at]
        counted = [leaf for leaf in hits if leaf > i or (leaf < i and not v.half)]
        found[i] = sum(_groups(t, i, leaf) or not v.filtered for leaf in counted)
    return {"shape.found": found}
