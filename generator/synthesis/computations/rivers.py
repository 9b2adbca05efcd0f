"""Rivers and terrain: slopes and directions, water that runs downhill and downstream."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.earth import EARTH

LONGEST = 10


@law
def side_step(k: int) -> tuple[int, int]:
    """Step to each of the four sides of a grid point, counterclockwise from the first axis."""
    if k < 2:
        return 1 - k, k
    return k - 3, 2 - k


@law
def mean_outflow(storage: float, delay: float, dt: float) -> float:
    """Mean outflow of a linear reservoir over a step."""
    return storage * (1.0 - wp.exp(-dt / delay)) / dt


@computation(
    EARTH,
    "release water from each reach as a linear reservoir over the step, S (1 - exp(-dt / k)) / dt,",
    dam={True: "nothing where it is dammed", False: ""},
    downstream={True: "and add it to what the reach below receives", False: ""},
)
def reach_outflow(reach: Any, dt: Any) -> None:
    q = mean_outflow(reach.storage, reach.delay, dt)
    if v.dam:
        if reach.dammed != 0:
            q = 0.0
    reach.outflow = q
    if v.downstream:
        if exists(reach.below):
            reach.below.received += q


@computation(
    EARTH,
    "balance the storage of each reach by lateral inflow, what it received and its outflow, which is no more than there is,",
    seepage={True: "with seepage", False: ""},
    spill={True: "spilling what passes its capacity", False: ""},
)
def reach_balance(reach: Any, dt: Any) -> None:
    gain = reach.inflow + reach.received
    if v.seepage:
        gain -= reach.seepage * reach.storage
    s = reach.storage + dt * gain
    drained = wp.min(dt * reach.outflow, s)
    reach.outflow = drained / dt
    s -= drained
    if v.spill:
        spilled = wp.max(s - reach.capacity, 0.0)
        reach.spilled = spilled
        s -= spilled
    reach.next_storage = s


@computation(
    EARTH,
    "count the reaches that flow into each reach",
    order={True: "and keep their highest stream order", False: ""},
    dam={True: "leaving out dammed ones", False: ""},
)
def reach_sources(reach: Any) -> None:
    if v.dam:
        if reach.dammed != 0:
            return
    # the last reach flows into none
    below = reach.below
    if exists(below):
        below.sources += 1
        if v.order:
            wp.atomic_max(below.highest, reach.order)


@computation(
    EARTH,
    "follow each reach downstream to its mouth, at most ten reaches,",
    until={"end": "", "dam": "or to the first dam"},
    order={True: "and store the highest stream order on the way", False: ""},
)
def reach_mouth(reach: Any) -> None:
    current = int(reach.index)
    steps = int(0)
    if v.order:
        highest = int(reach.order)
    while steps < LONGEST:
        if v.until == "dam":
            if reach[current].dammed != 0:
                break
        below = reach[current].below
        if not exists(below):
            break
        current = below.index
        if v.order:
            highest = wp.max(highest, reach[current].order)
        steps += 1
    reach.mouth = current
    if v.order:
        reach.highest = highest


@computation(
    EARTH,
    "find the D4 flow direction of each grid point, the side of steepest descent",
    lake={True: "(-1 in pits and lakes)", False: "(-1 in pits)"},
    slope={True: "and its slope", False: ""},
)
def steepest_descent(ground: Any, spacing: Any) -> None:
    if v.lake:
        if ground.lake != 0:
            ground.direction = -1
            if v.slope:
                ground.steepness = 0.0
            return
    best = float(0.0)
    direction = int(-1)
    for k in range(4):
        di, dj = side_step(k)
        drop = ground.elevation - ground.at(di, dj).elevation
        if drop > best:
            best = drop
            direction = k
    ground.direction = direction
    if v.slope:
        ground.steepness = best / spacing


@computation(
    EARTH,
    "count the lower neighbours of each grid point",
    corners={True: "among all eight", False: "among the four at its sides"},
)
def lower_neighbours(ground: Any) -> None:
    z = ground.elevation
    n = int(0)
    if v.corners:
        for di in range(-1, 2):
            for dj in range(-1, 2):
                if ground.at(di, dj).elevation < z:
                    n += 1
    else:
        if ground.at(1, 0).elevation < z:
            n += 1
        if ground.at(-1, 0).elevation < z:
            n += 1
        if ground.at(0, 1).elevation < z:
            n += 1
        if ground.at(0, -1).elevation < z:
            n += 1
    ground.lower_count = n


@law
def exchange_volume(w: float, surface: float, side_w: float, side_surface: float, mixing: float) -> float:
    """Water that flows in from a neighbour with a higher surface, negative where it flows out."""
    # neither side gives more than a quarter of its water
    return wp.clamp(mixing * (side_surface - surface), -0.25 * w, 0.25 * side_w)


@computation(
    EARTH,
    "exchange standing water between each grid point and its four sides in proportion to the difference "
    "of their surfaces, at most a quarter of the giver's water to a side,",
    lake={True: "lakes giving and taking without end", False: ""},
)
def level_water(ground: Any, mixing: Any) -> None:
    w = ground.water
    if v.lake:
        if ground.lake != 0:
            ground.next_water = w
            return
    surface = ground.elevation + w
    w_west = ground.at(-1, 0).water
    w_east = ground.at(1, 0).water
    w_south = ground.at(0, -1).water
    w_north = ground.at(0, 1).water
    gain = exchange_volume(w, surface, w_west, ground.at(-1, 0).elevation + w_west, mixing)
    gain += exchange_volume(w, surface, w_east, ground.at(1, 0).elevation + w_east, mixing)
    gain += exchange_volume(w, surface, w_south, ground.at(0, -1).elevation + w_south, mixing)
    gain += exchange_volume(w, surface, w_north, ground.at(0, 1).elevation + w_north, mixing)
    ground.next_water = w + gain


@computation(
    EARTH,
    "compute the unit normal of the terrain by central differences",
    slope={True: "and its slope", False: ""},
)
def terrain_normal(ground: Any, spacing: Any) -> None:
    dx = (ground.at(1, 0).elevation - ground.at(-1, 0).elevation) / (2.0 * spacing)
    dy = (ground.at(0, 1).elevation - ground.at(0, -1).elevation) / (2.0 * spacing)
    ground.upward = wp.normalize(wp.vec3(-dx, -dy, 1.0))
    if v.slope:
        ground.grade = wp.sqrt(dx * dx + dy * dy)
