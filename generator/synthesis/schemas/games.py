"""Games and crowds: agents, squads, projectiles, units, players, and the map that they are on."""

from __future__ import annotations

from generator.synthesis.schemas.domains import between, bits, code, downward, pose, truth, unit, whole
from generator.synthesis.schemas.entities import NEAR, ONE, OTHER, RESULT, STATE, Entity, attribute, number, relation
from generator.synthesis.schemas.game_maps import CELL, WALL, ZONE
from generator.synthesis.schemas.schema import Schema

AGENT = Entity(
    "agent",
    "agents",
    (
        attribute("position", "vec2", between(-2.0, 2.0), "m", "position", "agent_pos positions x", STATE),
        attribute("velocity", "vec2", between(-1.0, 1.0), "m/s", "velocity", "agent_vel velocities v", STATE),
        attribute("steering", "vec2", between(-1.0, 1.0), "m/s^2", "steering", "agent_steer steering f", RESULT),
        attribute("shift", "vec2", between(-1.0, 1.0), "m", "shift out of overlaps", "agent_shift shifts dx", RESULT),
        attribute("goal", "vec2", between(-2.0, 2.0), "m", "goal", "agent_goal goals goal", STATE),
        attribute("heading", "vec2", unit(), "", "heading", "agent_heading headings h", STATE),
        attribute("radius", "float", between(0.2, 0.4), "m", "radius", "agent_radius radii r"),
        attribute("speed", "float", between(0.5, 1.5), "m/s", "preferred speed", "agent_speed preferred_speeds v0"),
        attribute("team", "int", code(3), "", "team", "agent_team teams team"),
        attribute("state", "int", code(4), "", "state", "agent_state states state", STATE),
        attribute("next_state", "int", code(4), "", "state that it takes next", "agent_next_state chosen_states state_to", RESULT),
        attribute("health", "int", whole(0, 100), "", "health", "agent_health health hp", STATE),
        attribute("damage", "int", whole(0, 60), "", "damage that it takes in this step", "agent_damage damage dmg", STATE),
        attribute("armor", "int", whole(0, 10), "", "armour", "agent_armor armor armor"),
        attribute("strength", "int", whole(5, 30), "", "damage that its strike does", "agent_attack attack_damage atk"),
        attribute("cooldown", "int", whole(0, 4), "", "steps until it may act again", "agent_cooldown cooldowns cd", STATE),
        attribute("timer", "int", whole(0, 6), "", "steps until it comes back", "agent_timer respawn_timers timer", STATE),
        attribute("flags", "int", bits(4), "", "flags", "agent_flags agent_flags flags", STATE),
        attribute("neighbour_count", "int", whole(0, 1), "", "number of neighbours", "agent_neighbor_count neighbor_counts n_near", RESULT),
        attribute("nearest_id", "int", whole(0, 1), "", "number of the nearest opponent, -1 for none", "agent_nearest nearest_opponents near_id", RESULT),
        attribute("nearest_distance", "float", between(0.0, 1.0), "m", "distance of the nearest opponent, that of sight where there is none", "agent_nearest_dist nearest_distances near_d", RESULT),
        attribute("waypoint", "int", whole(0, 4), "", "number of the point of its path that it heads for", "agent_waypoint waypoints k_way", STATE),
        attribute("path", "vec2", between(-2.0, 2.0), "m", "points of its path", "agent_path paths path", STATE, extent="4"),
        attribute("start", "vec2", between(-2.0, 2.0), "m", "place where it comes back", "agent_start starts start"),
        attribute("slot_offset", "vec2", between(-1.0, 1.0), "m", "place in its formation", "agent_slot formation_offsets slot"),
        attribute("carried", "int", whole(0, 5), "", "goods that it carries", "agent_carried carried load", STATE),
    ),
    (
        relation("neighbours", "agent", NEAR, "agents nearby", "agent_neighbors nearby_agents near"),
        relation("walls", "wall", NEAR, "walls nearby", "agent_walls nearby_walls wnear"),
        relation("squad", "squad", ONE, "squad", "agent_squad squad_ids squad", optional=True),
        relation("target", "agent", ONE, "agent that it follows", "agent_target targets target", optional=True, role=STATE, leads=OTHER),
        relation("player", "player", ONE, "player that owns it", "agent_player owners player"),
        relation("zone", "zone", ONE, "zone that it stands in", "agent_zone zone_ids zone", optional=True, role=STATE),
    ),
    index=("tid", "i", "agent_id"),
)

SQUAD = Entity(
    "squad",
    "squads",
    (
        attribute("count", "int", whole(0, 5), "", "number of its agents", "squad_count squad_sizes n", STATE),
        attribute("sum", "vec2", between(-1.0, 1.0), "m", "sum of the positions of its agents", "squad_sum position_sums s", STATE),
        attribute("center", "vec2", between(-1.0, 1.0), "m", "centre", "squad_center centers c", STATE),
        attribute("order", "int", code(4), "", "order", "squad_order orders order", STATE),
        attribute("alive", "bool", truth(), "", "life flag", "squad_alive squad_alive alive", STATE),
        attribute("lowest_health", "int", whole(100, 120), "", "lowest health", "squad_min_health lowest_health hp_min", RESULT),
        attribute("forward", "vec2", unit(), "", "direction that it faces", "squad_forward squad_directions dir", STATE),
    ),
    index=("s", "squad_id", "tid"),
)

PLAYER = Entity(
    "player",
    "players",
    (
        attribute("alive_count", "int", whole(0, 1), "", "number of living agents", "player_alive_count alive_counts n_alive", RESULT),
        attribute("stock", "int", whole(0, 4), "", "goods in stock", "player_stock stocks stock", STATE),
        attribute("score", "int", whole(0, 100), "", "score", "player_score scores score", STATE),
        attribute("rating", "float", between(1200.0, 1800.0), "", "rating", "player_rating ratings rating", STATE),
        attribute("rating_change", "float", between(0.0, 1.0), "", "change of its rating", "player_rating_delta rating_changes d_rating", RESULT),
        attribute("losses", "int", whole(0, 1), "", "number of lost agents", "player_losses losses n_lost", RESULT),
        attribute("defeated", "bool", truth(), "", "defeat flag", "player_defeated defeated out", STATE),
        attribute("units", "int", whole(0, 4), "", "number of its agents", "player_units unit_counts n_unit", STATE),
    ),
    index=("p", "player_id", "tid"),
)

PROJECTILE = Entity(
    "projectile",
    "projectiles",
    (
        attribute("pose", "transform", pose(2.0), "m", "pose", "projectile_q projectile_poses X", STATE),
        attribute("velocity", "vec3", between(-1.0, 1.0), "m/s", "velocity", "projectile_vel projectile_velocities v", STATE),
        attribute("spin", "vec3", between(-1.0, 1.0), "rad/s", "spin", "projectile_spin spins spin", STATE),
        attribute("spread", "vec2", between(-0.2, 0.2), "", "spread of its direction", "projectile_spread spreads off"),
        attribute("life", "int", whole(0, 5), "", "steps that it has left", "projectile_life lives ttl", STATE),
        attribute("power", "int", whole(1, 30), "", "damage that it does", "projectile_power powers power"),
        attribute("reach", "float", between(0.5, 1.0), "m", "reach of its blast", "projectile_reach reaches reach"),
        attribute("alive", "bool", truth(), "", "flight flag", "projectile_alive flying alive", STATE),
        attribute("place", "vec2", between(-2.0, 2.0), "m", "place on the map", "projectile_place places p", STATE),
    ),
    (
        relation("owner", "agent", ONE, "agent that fired it", "projectile_owner shooters owner", optional=True, role=STATE),
        relation("target", "projectile", ONE, "projectile that it follows", "projectile_target homing_targets target", optional=True, role=STATE, leads=OTHER),
        relation("victims", "agent", NEAR, "agents nearby", "projectile_victims nearby_victims near"),
    ),
    index=("p", "projectile_id", "tid"),
)

UNIT = Entity(
    "unit",
    "units",
    (
        attribute("pose", "transform", pose(2.0), "m", "pose", "unit_q unit_poses X", STATE),
        attribute("twist", "spatial_vector", between(-1.0, 1.0), "m/s, rad/s", "velocity, linear then angular, in the world's frame", "unit_qd unit_twists V", STATE),
        attribute("acceleration", "spatial_vector", between(-1.0, 1.0), "m/s^2, rad/s^2", "acceleration, linear then angular", "unit_qdd unit_accelerations A", RESULT),
        attribute("carried_twist", "spatial_vector", between(-1.0, 1.0), "m/s, rad/s", "velocity with its carrier", "unit_carried_qd carried_twists V_c", RESULT),
        attribute("targets", "int", whole(0, 1), "", "number of units in range", "unit_target_count target_counts n_tgt", RESULT),
        attribute("mount", "transform", pose(), "m", "pose of its weapon on it", "unit_mount mounts X_m"),
        attribute("aim", "vec3", unit(), "", "direction of its weapon, in its own frame", "unit_aim aims aim", STATE),
        attribute("range", "float", between(1.0, 2.5), "m", "range of its weapon", "unit_range ranges range"),
        attribute("muzzle", "transform", pose(), "m", "pose of its weapon in the world", "unit_muzzle muzzles X_muz", RESULT),
        attribute("mode", "int", code(5), "", "mode", "unit_mode modes mode", STATE),
        attribute("next_mode", "int", code(5), "", "next mode", "unit_next_mode next_modes mode1", RESULT),
        attribute("wait", "int", whole(0, 5), "", "steps that it waits", "unit_wait waits wait", STATE),
        attribute("fuel", "float", between(0.0, 1.0), "", "fuel", "unit_fuel fuel fuel", STATE),
        attribute("controls", "vec3", between(-1.0, 1.0), "", "controls: throttle, turn or side step, lift", "unit_input controls u", STATE),
        attribute("grounded", "bool", truth(), "", "ground contact", "unit_grounded grounded on_ground", STATE),
        attribute("ready", "bool", truth(), "", "readiness to fire", "unit_ready ready ready", RESULT),
        attribute("kind", "int", code(3), "", "kind", "unit_type unit_kinds kind"),
        attribute("load", "int", whole(0, 6), "", "goods that it carries", "unit_load loads load", STATE),
        attribute("room", "int", whole(2, 8), "", "most goods that it carries", "unit_room rooms room"),
    ),
    (
        relation("foe", "unit", ONE, "unit that it aims at", "unit_foe foes foe", optional=True, role=STATE, leads=OTHER),
        relation("leader", "unit", ONE, "unit that it rides on", "unit_leader leaders leader", optional=True, role=STATE, leads=OTHER),
        relation("home", "zone", ONE, "zone that it comes from", "unit_home homes home"),
        relation("mine", "zone", ONE, "zone that it fetches goods from", "unit_mine mines_of_units mine"),
        relation("nearby", "unit", NEAR, "units nearby", "unit_neighbors nearby_units near"),
    ),
    index=("u", "unit_id", "tid"),
)

MATCH = Entity(
    "match",
    "matches",
    (
        attribute("result", "int", whole(0, 3), "", "result: 0 lost by the first, 1 drawn, 2 won", "match_result results res", STATE),
        attribute("counted", "bool", truth(), "", "mask", "match_counted counted ok", STATE),
    ),
    (
        relation("first", "player", ONE, "first player", "match_players pairings pair", group="pairing"),
        relation("second", "player", ONE, "second player", "match_players pairings pair", group="pairing"),
    ),
    index=("m", "match_id", "tid"),
)

GAMES = Schema(
    "games and crowds",
    (AGENT, WALL, SQUAD, PLAYER, ZONE, PROJECTILE, UNIT, MATCH, CELL),
    (
        number("dt", "float", between(0.01, 0.1), "s", "time step", "dt time_step"),
        number("max_speed", "float", between(0.5, 1.0), "m/s", "highest speed", "max_speed v_max"),
        number("projectile_speed", "float", between(0.5, 1.0), "m/s", "speed of a projectile", "projectile_speed muzzle_speed"),
        number("max_acceleration", "float", between(0.5, 1.0), "m/s^2", "highest acceleration", "max_accel max_acceleration a_max"),
        number("relaxation", "float", between(0.3, 1.0), "s", "time in which a velocity is reached", "tau relaxation_time"),
        number("foresight", "float", between(0.3, 1.0), "s", "time by which a target is led", "lookahead prediction_time"),
        number("repulsion", "float", between(0.5, 2.0), "m/s^2", "strength of repulsion", "repulsion strength"),
        number("slow_radius", "float", between(0.5, 1.0), "m", "distance at which it slows down", "slow_radius braking_distance"),
        number("reach", "float", between(0.5, 1.0), "m", "distance at which a place counts as reached", "arrival_radius reach"),
        number("sight", "float", between(1.0, 2.0), "m", "distance of sight", "sight view_distance"),
        number("arena", "float", between(1.0, 1.5), "m", "half width of the arena", "arena half_extent"),
        number("weights", "vec3", between(0.2, 1.0), "", "weights of separation, alignment and cohesion", "weights boid_weights"),
        number("seed", "int", whole(1, 100), "", "seed of the random numbers", "seed rng_seed"),
        number("step", "int", whole(0, 20), "", "number of the time step", "step step_index frame"),
        number("turn_acceleration", "float", between(0.5, 2.0), "rad/s^2", "highest angular acceleration", "max_turn_accel turn_acceleration alpha_max"),
        number("team", "int", whole(0, 3), "", "team that is meant", "team team_id"),
        number("cooldown_steps", "int", whole(2, 6), "", "steps between two actions", "cooldown_steps reload"),
        number("respawn_steps", "int", whole(3, 9), "", "steps until an agent comes back", "respawn_steps respawn_delay"),
        number("flight_steps", "int", whole(3, 9), "", "steps that a projectile flies", "flight_steps full_life max_life"),
        number("full_health", "int", whole(80, 100), "", "health at the start", "max_health full_health"),
        number("venom", "int", whole(3, 13), "", "health that poison takes in a step", "poison_damage venom"),
        number("income", "int", whole(1, 5), "", "goods that come in a step", "income gain"),
        number("capacity", "int", whole(4, 7), "", "most goods that an agent carries", "capacity max_load"),
        number("chance", "float", between(0.3, 0.7), "", "chance to catch fire", "chance ignition"),
        number("decay", "float", between(0.5, 0.95), "", "share that is left after a step", "decay falloff"),
        number("drag", "float", between(0.1, 1.0), "1/s", "drag in proportion to velocity", "drag linear_drag k_drag"),
        number("rest_speed", "float", between(0.2, 0.8), "m/s", "speed below which a projectile rests", "rest_speed stop_speed v_rest"),
        number("turn_limit", "float", between(0.05, 0.5), "", "tangent of the largest turn in a step", "turn_limit max_turn"),
        number("air_drag", "float", between(0.05, 0.5), "1/m", "drag of the air on a speed squared", "air_drag k_drag"),
        number("restitution", "float", between(0.3, 0.9), "", "restitution of the ground", "restitution bounciness e"),
        number("ground_friction", "float", between(0.05, 0.5), "", "friction of the ground", "ground_friction mu"),
        number("turn_share", "float", between(0.1, 0.9), "", "share of a turn that is made in a step", "turn_share homing_rate"),
        number("stakes", "float", between(10.0, 40.0), "", "largest change of a rating", "stakes k_factor"),
        number("gravity", "vec3", downward(-10.0, -5.0), "m/s^2", "gravity", "gravity g"),
    ),
    {
        "UnitMode": ("WAIT", "GO_OUT", "LOAD", "GO_HOME", "UNLOAD"),
        "UnitType": ("WALKER", "VEHICLE", "AIRCRAFT"),
        "AgentState": ("IDLE", "MOVE", "FIGHT", "DEAD"),
        "Order": ("HOLD", "ADVANCE", "RETREAT", "GATHER"),
        "CellState": ("EMPTY", "FUEL", "FIRE"),
    },
)
