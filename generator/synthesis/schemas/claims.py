"""Claims of many threads on the same cells: owners, lists that grow at their head, flags that are set and cleared."""

from __future__ import annotations

from generator.synthesis.schemas.domains import between, bits, code, truth, whole, zero
from generator.synthesis.schemas.entities import ONE, RESULT, STATE, Entity, attribute, number, relation
from generator.synthesis.schemas.schema import Schema

CLAIM = Entity(
    "claim",
    "claims",
    (
        attribute("priority", "float", between(0.0, 1.0), "", "priority", "claim_priority priorities pr", STATE),
        attribute("flags", "int", bits(4), "", "flags", "claim_flags flags fl", STATE),
        attribute("active", "bool", truth(), "", "activity flag", "claim_active active on", STATE),
        attribute("kind", "int", code(3), "", "kind", "claim_kind kinds kind"),
        attribute("won", "int", zero(2), "", "1 where it got its cell", "claim_won won won", RESULT),
        attribute("next", "int", whole(0, 1), "", "next claim in the list of its cell, or -1", "claim_next next_ids nxt", RESULT),
        attribute("before", "int", whole(0, 1), "", "flags of its cell before", "claim_before flags_before fl_old", RESULT),
    ),
    (relation("cell", "cell", ONE, "cell that it asks for", "claim_cell cell_ids cell", optional=True, role=STATE),),
    index=("tid", "i", "c"),
)

CELL = Entity(
    "cell",
    "cells",
    (
        attribute("owner", "int", whole(-1, 1), "", "claim that has it, -1 for none", "cell_owner owners owner", RESULT),
        attribute("head", "int", whole(-1, 2), "", "first claim of its list, -1 for none", "cell_head heads head", RESULT),
        attribute("allowed", "int", bits(8), "", "flags that all its claims have", "cell_allowed allowed_flags ok", RESULT),
        attribute("parity", "int", bits(4), "", "exclusive or of its claims' flags", "cell_parity parities par", RESULT),
        attribute("seen", "int", bits(4), "", "flags that some claim has", "cell_seen seen_flags seen", RESULT),
    ),
    index=("tid", "k", "cell_id"),
)

CLAIMS = Schema(
    "claims and lists",
    (CLAIM, CELL),
    (number("kept_flags", "int", bits(4), "", "flags that are never cleared", "kept_flags keep_mask"),),
)
