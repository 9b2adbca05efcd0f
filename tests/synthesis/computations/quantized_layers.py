"""What the computations of the family ``quantized_layers`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.activations import logistic
from tests.synthesis.computations.algebra_field6 import summed


def quantized_layer(t, v, n):
    u, w, c = t.unit, t.weight, t.channel
    codes = []
    for some in u.weights:
        some = some[w.source[some] >= 0]
        if v.pruned:
            some = some[w.pruned[some] == 0]
        total = (w.level[some] * (u.level[w.source[some]] - n.input_zero)).sum()
        if v.rescale == "shift":
            steps = int(np.floor(total / 4 + 0.5))
        else:
            steps = int(np.sign(total) * np.floor(np.abs(total * n.requantize_scale) + 0.5))
        code = np.clip(steps + n.output_zero, -128, 127)
        codes.append(max(code, n.output_zero) if v.rectify else code)
    codes = np.array(codes)
    made = {"unit.code": codes, "unit.y": (codes - n.output_zero) * n.output_scale}
    if v.saturated:
        made["channel.saturated"] = summed(c.saturated, u.channel, np.isin(codes, (-128, 127)).astype(int))
    return made


def row_layer(t, v, n):
    r, u = t.row, t.unit
    y, active, best = u.y.copy(), [], []
    means, inverses = r.new_mean.copy(), r.new_inverse_std.copy()
    for i, some in enumerate(r.units):
        active.append(0)
        best.append(-1)
        if r.masked[i] or len(some) == 0:
            y[some] = 0
            continue
        x = u.x[some]
        means[i], inverses[i] = x.mean(), 1 / np.sqrt(x.var() + n.epsilon)
        z = (x - means[i]) * inverses[i]
        if v.gain:
            z = z * t.channel.gamma[u.channel[some]] + t.channel.beta[u.channel[some]]
        if v.activated != "none":
            z = np.maximum(z, 0) if v.activated == "relu" else z * logistic(z)
        if v.residual:
            z = z + u.residual[some]
        y[some], active[-1] = z, (z > 0).sum()
        if v.best:
            best[-1] = some[z.argmax()]
    made = {"unit.y": y, "row.active": np.array(active)}
    if v.best:
        made["row.best"] = np.array(best)
    return made | {"row.new_mean": means, "row.new_inverse_std": inverses}


def route_with_capacity(t, v, n):
    s, load = t.item, t.expert.load.copy()
    chosen, place = s.chosen.copy(), s.buffer_place.copy()
    order = np.argsort(-s.scores, axis=1, kind="stable")
    for i, ranked in enumerate(order):
        chosen[i] = place[i] = -1
        if v.masked and s.mask[i] == 0:
            continue
        for choice in ranked[: 2 if v.second else 1]:
            before = load[choice]
            load[choice] += 1
            if before < n.capacity:
                chosen[i], place[i] = choice, choice * n.capacity + before
                break
    made = {"item.chosen": chosen, "item.buffer_place": place, "expert.load": load}
    if v.share:
        powers = np.exp(s.scores)
        share = powers.max(axis=1) / powers.sum(axis=1)
        made["item.first_share"] = np.where(s.mask == 0, s.first_share, share) if v.masked else share
    return made


def pooled_bag(t, v, n):
    o = t.token
    found, pooled, uses = [], [], t.entry.uses.copy() if v.counted else None
    features = np.clip(t.entry.features, -n.bound, n.bound) if v.bounded else t.entry.features
    for some in t.bag.tokens:
        some = some[o.entry[some] >= 0]
        if v.special:
            some = some[o.special[some] == 0]
        if uses is not None:
            np.add.at(uses, o.entry[some], 1)
        found.append(len(some))
        whole = o.weight[some].sum() if v.divide == "weight" else len(some)
        pooled.append(o.weight[some] @ features[o.entry[some]] / (whole if len(some) else 1))
    made = {"bag.found": np.array(found), "bag.features": np.array(pooled)}
    if uses is not None:
        made["entry.uses"] = uses
    return made
