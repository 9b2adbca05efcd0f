"""How agents move: goals, neighbours, walls, formations, paths."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, exists, law, v, wp
from generator.synthesis.schemas.games import GAMES

EPSILON = 1.0e-4
FROZEN = 1
AFRAID = 8


@law
def limit_length(x: wp.vec2, limit: float) -> wp.vec2:
    """Vector shortened to a limit, its direction kept."""
    length = wp.length(x)
    if length > limit:
        return x * (limit / length)
    return x


@law
def arrive_velocity(offset: wp.vec2, speed: float, slow_radius: float) -> wp.vec2:
    """Velocity towards a goal, slower in proportion within a radius of it, zero once there."""
    d = wp.length(offset)
    if d < EPSILON:
        return wp.vec2(0.0, 0.0)
    s = speed
    if d < slow_radius:
        s = speed * d / slow_radius
    return offset * (s / d)


@law
def closest_on_wall(p: wp.vec2, a: wp.vec2, b: wp.vec2) -> wp.vec2:
    """Point of a wall, a segment, nearest to an agent."""
    ab = b - a
    t = wp.clamp(wp.dot(p - a, ab) / wp.max(wp.dot(ab, ab), EPSILON), 0.0, 1.0)
    return a + ab * t


@law
def push_apart(offset: wp.vec2, reach: float, strength: float) -> wp.vec2:
    """Push away from a neighbour, full where both meet and fading linearly to none at the reach."""
    d = wp.length(offset)
    if d >= reach or d < EPSILON:
        return wp.vec2(0.0, 0.0)
    return offset * (strength * (reach - d) / (reach * d))


@computation(
    GAMES,
    "steer each agent by social forces to its goal and away from its neighbours",
    walls={True: "and from walls", False: ""},
    goal={"seek": "", "arrive": "slowing down near its goal"},
)
def social_force(agent: Any, relaxation: Any, repulsion: Any, slow_radius: Any) -> None:
    x = agent.position
    vel = agent.velocity
    to_goal = agent.goal - x
    if v.goal == "arrive":
        wanted = arrive_velocity(to_goal, agent.speed, slow_radius)
    else:
        wanted = wp.normalize(to_goal) * agent.speed
    f = (wanted - vel) / relaxation
    for other in agent.neighbours:
        f += push_apart(x - other.position, agent.radius + other.radius, repulsion)
    if v.walls:
        for wall in agent.walls:
            q = closest_on_wall(x, wall.a, wall.b)
            f += push_apart(x - q, agent.radius, repulsion)
    agent.steering = f


@computation(
    GAMES,
    "steer each agent by separation, alignment and cohesion (boids)",
    team={True: "with those of its own team", False: ""},
    ahead={True: "with those that lie ahead of it", False: ""},
    counted={True: "and count its neighbours", False: ""},
)
def flocking(agent: Any, sight: Any, weights: Any) -> None:
    x = agent.position
    vel = agent.velocity
    apart = wp.vec2()
    mean_vel = wp.vec2()
    center = wp.vec2()
    n = int(0)
    for other in agent.neighbours:
        if v.team:
            if other.team != agent.team:
                continue
        d = other.position - x
        r = wp.length(d)
        if r > sight or r < EPSILON:
            continue
        if v.ahead:
            if wp.dot(d, agent.heading) < 0.0:
                continue
        apart -= d / r
        mean_vel += other.velocity
        center += other.position
        n += 1
    if v.counted:
        agent.neighbour_count = n
    if n == 0:
        agent.steering = wp.vec2()
        return
    inv = 1.0 / float(n)
    align = mean_vel * inv - vel
    gather = center * inv - x
    agent.steering = apart * weights[0] + align * weights[1] + gather * weights[2]


@computation(
    GAMES,
    "move agents by their steering",
    limit={True: "up to the highest speed", False: ""},
    heading={True: "and turn them where they go", False: ""},
    frozen={True: "and stop those that are frozen", False: ""},
)
def move_agent(agent: Any, dt: Any, max_speed: Any) -> None:
    if v.frozen:
        if (agent.flags & FROZEN) != 0:
            agent.velocity = wp.vec2()
            return
    vel = agent.velocity + agent.steering * dt
    if v.limit:
        vel = limit_length(vel, max_speed)
    agent.velocity = vel
    agent.position = agent.position + vel * dt
    if v.heading:
        if wp.length(vel) > EPSILON:
            agent.heading = wp.normalize(vel)


@computation(
    GAMES,
    "keep agents inside the arena,",
    law={
        "stop": "stopped at its border",
        "bounce": "bouncing off its border, the heading as well",
        "wrap": "coming back on the other side",
    },
)
def keep_in_arena(agent: Any, arena: Any) -> None:
    x = agent.position
    if v.law != "wrap":
        vel = agent.velocity
    if v.law == "bounce":
        heading = agent.heading
    for k in range(2):
        if v.law == "wrap":
            if x[k] > arena:
                x[k] = x[k] - 2.0 * arena
            elif x[k] < -arena:
                x[k] = x[k] + 2.0 * arena
        else:
            if wp.abs(x[k]) > arena:
                x[k] = wp.clamp(x[k], -arena, arena)
                if v.law == "bounce":
                    # not where it comes back already
                    if vel[k] * x[k] > 0.0:
                        vel[k] = -vel[k]
                        heading[k] = -heading[k]
                else:
                    vel[k] = 0.0
    agent.position = x
    if v.law != "wrap":
        agent.velocity = vel
    if v.law == "bounce":
        agent.heading = heading


@computation(
    GAMES,
    "steer agents after the one that they follow",
    law={"seek": "", "pursue": "heading for where it will be", "flee": "and away from it where they are afraid"},
)
def follow_target(agent: Any, relaxation: Any, foresight: Any) -> None:
    target = agent.target
    if not exists(target):
        # it goes on as it did
        agent.steering = wp.vec2()
        return
    p = target.position
    if v.law == "pursue":
        p = p + target.velocity * foresight
    d = p - agent.position
    r = wp.length(d)
    if r < EPSILON:
        agent.steering = wp.vec2()
        return
    wanted = d * (agent.speed / r)
    if v.law == "flee":
        if (agent.flags & AFRAID) != 0:
            wanted = -wanted
    agent.steering = (wanted - agent.velocity) / relaxation


@computation(GAMES, "let agents wander", turn={True: "turning a little at every step", False: "in any direction"})
def wander(agent: Any, seed: Any, step: Any, relaxation: Any) -> None:
    state = wp.rand_init(seed, step * count(agent) + agent.index)
    angle = wp.randf(state, 0.0, 2.0 * wp.pi)
    d = wp.vec2(wp.cos(angle), wp.sin(angle))
    if v.turn:
        d = wp.normalize(agent.heading + 0.5 * d)
        agent.heading = d
    agent.steering = (d * agent.speed - agent.velocity) / relaxation


@computation(
    GAMES,
    "find the shift that moves each agent out of its overlaps, by half of each, as the other moves by the other half",
    counted={True: "and count the overlaps", False: ""},
)
def resolve_overlap(agent: Any) -> None:
    x = agent.position
    shift = wp.vec2()
    if v.counted:
        n = int(0)
    for other in agent.neighbours:
        d = x - other.position
        r = wp.length(d)
        gap = r - agent.radius - other.radius
        if gap >= 0.0 or r < EPSILON:
            continue
        shift -= d * (0.5 * gap / r)
        if v.counted:
            n += 1
    agent.shift = shift
    if v.counted:
        agent.neighbour_count = n
