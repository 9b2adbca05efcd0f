"""Shallow water on a plane grid: a step of finite volumes, wet and dry cells, the water of regions."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.grids import GRIDS


@law
def water_speed(depth: float, discharge: float, dry: float) -> float:
    """Velocity of a column of water along an axis, zero where it counts as dry."""
    if depth < dry:
        return 0.0
    return discharge / depth


@law
def flow_of_wet(depth: float, discharge: wp.vec2, dry: float) -> wp.vec2:
    """Discharge of a column of water, zero where it counts as dry."""
    return wp.where(depth < dry, wp.vec2(0.0), discharge)


@law
def water_flux_x(h: float, q: wp.vec2, g: float, dry: float) -> wp.vec3:
    """Flux along x of the depth and of both discharges in shallow water, with the pressure."""
    u = water_speed(h, q[0], dry)
    return wp.vec3(h * u, q[0] * u + 0.5 * g * h * h, q[1] * u)


@law
def water_flux_y(h: float, q: wp.vec2, g: float, dry: float) -> wp.vec3:
    """Flux along y of the depth and of both discharges in shallow water, with the pressure."""
    w = water_speed(h, q[1], dry)
    return wp.vec3(h * w, q[0] * w, q[1] * w + 0.5 * g * h * h)


@law
def wave_speed(h: float, discharge: float, g: float, dry: float) -> float:
    """Largest speed of a wave along an axis: that of the water and that of a gravity wave on it."""
    return wp.abs(water_speed(h, discharge, dry)) + wp.sqrt(g * h)


@law
def blend_water(
    flux_a: wp.vec3, flux_b: wp.vec3, h_a: float, h_b: float, q_a: wp.vec2, q_b: wp.vec2, speed: float
) -> wp.vec3:
    """Rusanov's flux between two columns of shallow water, with the speed of the faster wave."""
    jump = wp.vec3(h_b - h_a, q_b[0] - q_a[0], q_b[1] - q_a[1])
    return 0.5 * (flux_a + flux_b) - 0.5 * speed * jump


@computation(
    GRIDS,
    "advance the shallow water equations by one finite-volume step with Rusanov fluxes, dry cells without flow,",
    why={
        "friction": "divided by 1 + dt times the drag, the flow is slowed and never turned round, however long the step",
    },
    bed={True: "over a sloping bed", False: ""},
    friction={True: "with semi-implicit Manning friction", False: ""},
)
def grid_shallow_water(cell: Any, dt: Any, dx: Any, gravity: Any, dry_depth: Any, roughness: Any) -> None:
    h = cell.depth
    east = cell.at(1, 0)
    west = cell.at(-1, 0)
    north = cell.at(0, 1)
    south = cell.at(0, -1)
    h_e = east.depth
    h_w = west.depth
    h_n = north.depth
    h_s = south.depth
    q = flow_of_wet(h, cell.discharge, dry_depth)
    q_e = flow_of_wet(h_e, east.discharge, dry_depth)
    q_w = flow_of_wet(h_w, west.discharge, dry_depth)
    q_n = flow_of_wet(h_n, north.discharge, dry_depth)
    q_s = flow_of_wet(h_s, south.discharge, dry_depth)
    c_x = wave_speed(h, q[0], gravity, dry_depth)
    c_y = wave_speed(h, q[1], gravity, dry_depth)
    c_e = wp.max(c_x, wave_speed(h_e, q_e[0], gravity, dry_depth))
    c_w = wp.max(c_x, wave_speed(h_w, q_w[0], gravity, dry_depth))
    c_n = wp.max(c_y, wave_speed(h_n, q_n[1], gravity, dry_depth))
    c_s = wp.max(c_y, wave_speed(h_s, q_s[1], gravity, dry_depth))
    f = water_flux_x(h, q, gravity, dry_depth)
    g = water_flux_y(h, q, gravity, dry_depth)
    f_e = blend_water(f, water_flux_x(h_e, q_e, gravity, dry_depth), h, h_e, q, q_e, c_e)
    f_w = blend_water(water_flux_x(h_w, q_w, gravity, dry_depth), f, h_w, h, q_w, q, c_w)
    g_n = blend_water(g, water_flux_y(h_n, q_n, gravity, dry_depth), h, h_n, q, q_n, c_n)
    g_s = blend_water(water_flux_y(h_s, q_s, gravity, dry_depth), g, h_s, h, q_s, q, c_s)
    change = dt / dx * (f_e - f_w + g_n - g_s)
    new_h = wp.max(h - change[0], 0.0)
    new_q = q - wp.vec2(change[1], change[2])
    if v.bed:
        slope = wp.vec2(east.bed - west.bed, north.bed - south.bed)
        new_q -= 0.5 * dt / dx * gravity * h * slope
    if new_h < dry_depth:
        new_q = wp.vec2(0.0)
    elif v.friction:
        drag = gravity * roughness * roughness * wp.length(new_q) / (new_h * new_h * wp.pow(new_h, 1.0 / 3.0))
        new_q = new_q / (1.0 + dt * drag)
    cell.depth_next = new_h
    cell.discharge_next = new_q


@computation(
    GRIDS,
    "find",
    mark={
        "count": "how many of the four neighbours of each cell are wet",
        "bits": "which of the four neighbours of each cell are wet, a bit for each, in the order +x, -x, +y and -y,",
    },
    level={True: "and, for dry cells, of higher water level", False: ""},
)
def grid_wet_neighbours(cell: Any, dry_depth: Any) -> None:
    n = int(0)
    h = cell.depth
    for side in range(4):
        step = 1 - side % 2 * 2
        di = step if side < 2 else 0
        dj = step - di
        near = cell.at(di, dj)
        h_near = near.depth
        wet = h_near >= dry_depth
        if v.level and h < dry_depth:
            wet = wet and h_near + near.bed > h + cell.bed
        if wet:
            if v.mark == "bits":
                n = n | (1 << side)
            else:
                n += 1
    cell.wet_neighbours = n


@computation(
    GRIDS,
    "sum up the shallow water of the cells of each region",
    of={"volume": "as volume h dx^2", "energy": "as energy at unit density, dx^2 (|q|^2 / h + g h^2) / 2"},
    wet={True: "in wet cells", False: ""},
    counted={True: "counting the cells", False: ""},
)
def grid_region_water(cell: Any, dx: float, gravity: float, dry_depth: float) -> None:
    region = cell.region
    h = cell.depth
    if v.wet and h < dry_depth:
        return
    if v.of == "volume":
        region.total += h * dx * dx
    else:
        q = cell.discharge
        region.total += 0.5 * (wp.dot(q, q) / h + gravity * h * h) * dx * dx
    if v.counted:
        region.cell_count += 1
