"""Bonds whose issuers may default, and what is at stake with each issuer."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, v, wp
from generator.synthesis.schemas.finance import FINANCE


@computation(
    FINANCE,
    "price bonds whose issuer may default, discounted at the risk-free rate,",
    recovery={True: "with recovery of a part", False: "with nothing recovered"},
    riskless={
        "plain": "and price those without an issuer as safe",
        "zero": "and give those whose issuer is not known a price of zero",
    },
)
def risky_bond_price(bond: Any, rate: Any) -> None:
    hazard = float(0.0)
    if v.recovery:
        recovery = float(0.0)
    if v.riskless == "zero":
        if not exists(bond.issuer):
            bond.price = 0.0
            return
        hazard = bond.issuer.hazard
        if v.recovery:
            recovery = bond.issuer.recovery
    elif exists(bond.issuer):
        hazard = bond.issuer.hazard
        if v.recovery:
            recovery = bond.issuer.recovery
    price = float(0.0)
    for f in bond.flows:
        survival = wp.exp(-hazard * f.time)
        df = wp.exp(-rate * f.time)
        price += f.amount * df * survival
        if v.recovery:
            price += f.amount * df * (1.0 - survival) * recovery
    bond.price = price


@computation(
    FINANCE,
    "add bonds to the exposure of their issuers",
    loss={"face": "by their face values", "loss": "by what is lost in a default"},
    counted={True: "and count them", False: ""},
    worst={True: "and keep the worst rating", False: ""},
)
def issuer_exposure(bond: Any) -> None:
    issuer = bond.issuer
    if v.loss == "loss":
        issuer.exposure += bond.face * (1.0 - issuer.recovery)
    else:
        issuer.exposure += bond.face
    if v.counted:
        issuer.bond_count += 1
    if v.worst:
        wp.atomic_max(issuer.worst, bond.rating)
