"""Claims on cells: the first comer gets a free cell, lists grow at their head, flags are folded atomically."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, v, wp
from generator.synthesis.schemas.claims import CLAIMS

FREE = -1


@computation(
    CLAIMS,
    "let each claim take its cell if that is free",
    active={True: "leaving out inactive claims", False: ""},
)
def claim_free_cell(claim: Any) -> None:
    cell = claim.cell
    if v.active:
        if not claim.active:
            return
    before = wp.atomic_cas(cell.owner, FREE, claim.index)
    claim.won = wp.where(before == FREE, 1, 0)


@computation(CLAIMS, "put each claim at the head of the list of its cell")
def push_on_list(claim: Any) -> None:
    cell = claim.cell
    claim.next = wp.atomic_exch(cell.head, claim.index)


@computation(
    CLAIMS,
    "leave to each cell the flags that all its claims have",
    kept={True: "and those that are never cleared", False: ""},
)
def common_flags(claim: Any, kept_flags: Any) -> None:
    cell = claim.cell
    flags = claim.flags
    if v.kept:
        flags = flags | kept_flags
    wp.atomic_and(cell.allowed, flags)


@computation(
    CLAIMS,
    "fold the flags of all claims of a cell into one word",
    fold={"parity": "by exclusive or", "any": "by inclusive or"},
)
def folded_flags(claim: Any) -> None:
    cell = claim.cell
    if v.fold == "parity":
        wp.atomic_xor(cell.parity, claim.flags)
    else:
        wp.atomic_or(cell.seen, claim.flags)
