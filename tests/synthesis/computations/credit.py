"""What the computations of the family ``credit`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import summed


def risky_bond_price(t, v, n):
    b, f = t.bond, t.flow
    price = b.price.copy()
    for i, flows in enumerate(b.flows):
        issuer = b.issuer[i]
        if issuer < 0 and v.riskless == "zero":
            price[i] = 0.0
            continue
        hazard = t.issuer.hazard[issuer] if issuer >= 0 else 0.0
        recovery = t.issuer.recovery[issuer] if v.recovery and issuer >= 0 else 0.0
        survival = np.exp(-hazard * f.time[flows])
        share = survival + recovery * (1 - survival)
        price[i] = (f.amount[flows] * np.exp(-n.rate * f.time[flows]) * share).sum()
    return {"bond.price": price}


def issuer_exposure(t, v, n):
    b, s = t.bond, t.issuer
    lost = b.face * (1 - s.recovery[b.issuer]) if v.loss == "loss" else b.face
    made = {"issuer.exposure": summed(s.exposure, b.issuer, lost)}
    if v.counted:
        made["issuer.bond_count"] = summed(s.bond_count, b.issuer, np.ones(len(lost), int))
    if v.worst:
        worst = [max([start, *b.rating[b.issuer == i]]) for i, start in enumerate(s.worst)]
        made["issuer.worst"] = np.array(worst)
    return made
