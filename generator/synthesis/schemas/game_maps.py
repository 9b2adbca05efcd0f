"""The map of a game: its walls, its zones, its cells."""

from __future__ import annotations

from generator.synthesis.schemas.domains import between, bits, code, truth, whole, zero
from generator.synthesis.schemas.entities import RESULT, STATE, Entity, attribute

WALL = Entity(
    "wall",
    "walls",
    (
        attribute("a", "vec2", between(-2.0, 2.0), "m", "start", "wall_start wall_starts a"),
        attribute("b", "vec2", between(-2.0, 2.0), "m", "end", "wall_end wall_ends b"),
    ),
    index=("w", "wall_id", "k"),
)

ZONE = Entity(
    "zone",
    "zones",
    (
        attribute("owner", "int", whole(-1, 3), "", "team that holds it, -1 for none", "zone_owner owners owner", STATE),
        attribute("progress", "int", whole(0, 10), "", "progress of its capture", "zone_progress capture_progress prog", STATE),
        attribute("attackers", "int", whole(0, 6), "", "number of attackers in it", "zone_attackers attackers n_att", STATE),
        attribute("defenders", "int", whole(0, 3), "", "number of defenders in it", "zone_defenders defenders n_def", STATE),
        attribute("goods", "int", whole(0, 4), "", "goods in it", "zone_goods zone_goods goods", STATE),
        attribute("asked", "int", zero(), "", "number of units that ask for its goods in this step", "zone_asked askers n_ask", RESULT),
        attribute("goods_change", "int", whole(0, 1), "", "change of its goods in this step", "zone_goods_change goods_changes d_goods", RESULT),
        attribute("place", "vec3", between(-2.0, 2.0), "m", "place", "zone_place zone_places zp"),
        attribute("attacking_team", "int", code(3), "", "team that attacks it", "zone_attacking_team attacking_teams att", STATE),
    ),
    index=("z", "zone_id", "tid"),
)

CELL = Entity(
    "cell",
    "cells",
    (
        attribute("alive", "bool", truth(), "", "life", "cell_alive alive alive", STATE),
        attribute("alive_next", "bool", truth(), "", "life in the next step", "cell_alive_next next_alive alive1", RESULT),
        attribute("age", "int", whole(0, 10), "", "age", "cell_age ages age", STATE),
        attribute("blocked", "bool", truth(), "", "obstacle flag", "cell_blocked blocked wall"),
        attribute("distance", "int", whole(0, 20), "", "steps to the goal", "cell_distance distances dist", STATE),
        attribute("distance_next", "int", whole(0, 20), "", "new steps to the goal", "cell_distance_next next_distances dist1", RESULT),
        attribute("cost", "float", between(0.5, 2.0), "", "cost of a step", "cell_cost costs cost"),
        attribute("potential", "float", between(0.0, 10.0), "", "cost to the goal", "cell_potential potentials phi", STATE),
        attribute("potential_next", "float", between(0.0, 10.0), "", "new cost to the goal", "cell_potential_next next_potentials phi1", RESULT),
        attribute("flow", "vec2", between(-1.0, 1.0), "", "direction to go", "cell_flow flow_field flow", RESULT),
        attribute("state", "int", code(3), "", "state: empty, fuel or fire", "cell_state cell_states state", STATE),
        attribute("state_next", "int", code(3), "", "next state", "cell_state_next next_states state1", RESULT),
        attribute("fuel", "int", whole(1, 6), "", "steps that it burns", "cell_fuel fuel fuel", STATE),
        attribute("owner", "int", whole(-1, 3), "", "team that holds it, -1 for none", "cell_owner cell_owners owner", STATE),
        attribute("owner_next", "int", whole(-1, 3), "", "team that holds it next", "cell_owner_next next_owners owner1", RESULT),
        attribute("influence", "float", between(0.0, 1.0), "", "influence", "cell_influence influence inf", STATE),
        attribute("influence_next", "float", between(0.0, 1.0), "", "new influence", "cell_influence_next next_influence inf1", RESULT),
        attribute("seen", "int", bits(3), "", "teams that have seen it, a bit a team", "cell_seen seen_masks seen", STATE),
        attribute("mines", "bool", truth(), "", "mine", "cell_mined mines mine"),
        attribute("hint", "int", whole(0, 1), "", "number of mines around it", "cell_hint hints hint", RESULT),
    ),
    (),
    dimensions=2,
    index=("i", "x", "row"),
    bounded=("distance", "potential", "state", "owner", "influence", "mines"),
)
