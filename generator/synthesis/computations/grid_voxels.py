"""Finite differences on a grid of voxels: smoke, electromagnetic fields, distances, occupancy."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.grids import GRIDS

EPSILON = 1.0e-6


@law
def safe_direction(d: wp.vec3) -> wp.vec3:
    """Unit vector, zero for a vector that is too short to have a direction."""
    size = wp.length(d)
    if size < EPSILON:
        return wp.vec3(0.0)
    return d / size


@law
def side_bit(occupied: bool, side: int) -> int:
    """Bit of a side of a voxel that lies open, zero where a neighbour covers it."""
    if occupied:
        return 0
    return 1 << side


@computation(
    GRIDS,
    "diffuse the density of smoke in voxels",
    why={
        "implicit": "the sweep takes a mean of densities with positive weights, so that nothing grows, however long the step",
    },
    implicit={
        True: "by one Jacobi sweep of backward Euler",
        False: "by one explicit step with the seven-point Laplacian",
    },
    solid={True: "holding occupied voxels", False: ""},
)
def voxel_diffuse(voxel: Any, dt: Any, dx: Any, diffusivity: Any) -> None:
    here = voxel.density
    if v.solid and voxel.occupied:
        voxel.density_next = here
        return
    a = diffusivity * dt / (dx * dx)
    total = voxel.at(1, 0, 0).density + voxel.at(-1, 0, 0).density
    total += voxel.at(0, 1, 0).density + voxel.at(0, -1, 0).density
    total += voxel.at(0, 0, 1).density + voxel.at(0, 0, -1).density
    if v.implicit:
        voxel.density_next = (here + a * total) / (1.0 + 6.0 * a)
    else:
        voxel.density_next = here + a * (total - 6.0 * here)


@computation(
    GRIDS,
    "compute the divergence of the velocity in each voxel",
    layout={"centres": "by central differences", "faces": "from staggered face velocities"},
    solid={True: "with zero in occupied voxels", False: ""},
)
def voxel_divergence(voxel: Any, dx: Any) -> None:
    if v.solid and voxel.occupied:
        voxel.divergence = 0.0
        return
    if v.layout == "centres":
        du = voxel.at(1, 0, 0).velocity[0] - voxel.at(-1, 0, 0).velocity[0]
        dv = voxel.at(0, 1, 0).velocity[1] - voxel.at(0, -1, 0).velocity[1]
        dw = voxel.at(0, 0, 1).velocity[2] - voxel.at(0, 0, -1).velocity[2]
        voxel.divergence = 0.5 * (du + dv + dw) / dx
    else:
        vel = voxel.velocity
        du = voxel.at(1, 0, 0).velocity[0] - vel[0]
        dv = voxel.at(0, 1, 0).velocity[1] - vel[1]
        dw = voxel.at(0, 0, 1).velocity[2] - vel[2]
        voxel.divergence = (du + dv + dw) / dx


@computation(
    GRIDS,
    "compute the vorticity, the curl of the velocity, in each voxel by central differences",
    solid={True: "with zero in occupied voxels", False: ""},
)
def voxel_vorticity(voxel: Any, dx: Any) -> None:
    if v.solid and voxel.occupied:
        voxel.vorticity = wp.vec3()
        return
    ex = voxel.at(1, 0, 0).velocity - voxel.at(-1, 0, 0).velocity
    ey = voxel.at(0, 1, 0).velocity - voxel.at(0, -1, 0).velocity
    ez = voxel.at(0, 0, 1).velocity - voxel.at(0, 0, -1).velocity
    voxel.vorticity = 0.5 / dx * wp.vec3(ey[2] - ez[1], ez[0] - ex[2], ex[1] - ey[0])


@computation(
    GRIDS,
    "compute the vorticity confinement force eps dx (N x omega) of each voxel, N along the gradient of |omega|",
    buoyant={True: "plus thermal buoyancy", False: ""},
    smoke={True: "less the weight of the smoke", False: ""},
)
def voxel_confinement(voxel: Any, dx: Any, confinement: Any, buoyancy: Any, ambient: Any, weight: Any) -> None:
    east = wp.length(voxel.at(1, 0, 0).vorticity)
    west = wp.length(voxel.at(-1, 0, 0).vorticity)
    north = wp.length(voxel.at(0, 1, 0).vorticity)
    south = wp.length(voxel.at(0, -1, 0).vorticity)
    up = wp.length(voxel.at(0, 0, 1).vorticity)
    down = wp.length(voxel.at(0, 0, -1).vorticity)
    n = safe_direction(wp.vec3(east - west, north - south, up - down) / (2.0 * dx))
    f = confinement * dx * wp.cross(n, voxel.vorticity)
    if v.buoyant:
        f += wp.vec3(0.0, 0.0, buoyancy * (voxel.temperature - ambient))
    if v.smoke:
        f -= wp.vec3(0.0, 0.0, weight * voxel.density)
    voxel.force = f


@computation(
    GRIDS,
    "apply thermal buoyancy to the vertical velocity of smoke",
    smoke={True: "less the weight of its density", False: ""},
    solid={True: "leaving occupied voxels as they are", False: ""},
)
def voxel_buoyancy(voxel: Any, dt: Any, buoyancy: Any, ambient: Any, weight: Any) -> None:
    if v.solid and voxel.occupied:
        return
    lift = buoyancy * (voxel.temperature - ambient)
    if v.smoke:
        lift -= weight * voxel.density
    voxel.velocity = voxel.velocity + wp.vec3(0.0, 0.0, dt * lift)


@computation(
    GRIDS,
    "update the electric field of a Yee grid (FDTD, light at 1 m/s in the vacuum) by the curl of the magnetic field",
    why={"lossy": "losses act on the mean of the old and the new field, so that they are stable for any conductivity"},
    lossy={True: "with conduction losses by the semi-implicit coefficient", False: ""},
    metal={True: "with zero field in perfect conductors", False: ""},
)
def voxel_electric_step(voxel: Any, dt: Any, dx: Any) -> None:
    if v.metal and voxel.occupied:
        voxel.electric = wp.vec3(0.0)
        return
    h = voxel.magnetic
    dhx = h - voxel.at(-1, 0, 0).magnetic
    dhy = h - voxel.at(0, -1, 0).magnetic
    dhz = h - voxel.at(0, 0, -1).magnetic
    curl = wp.vec3(dhy[2] - dhz[1], dhz[0] - dhx[2], dhx[1] - dhy[0]) / dx
    eps = voxel.permittivity
    if v.lossy:
        loss = 0.5 * voxel.conductance * dt / eps
        voxel.electric = ((1.0 - loss) * voxel.electric + dt / eps * curl) / (1.0 + loss)
    else:
        voxel.electric = voxel.electric + dt / eps * curl


@computation(
    GRIDS,
    "update the magnetic field of a Yee grid (FDTD, light at 1 m/s in the vacuum) by the curl of the electric field",
    damped={True: "with implicit damping, as in an absorbing layer", False: ""},
)
def voxel_magnetic_step(voxel: Any, dt: Any, dx: Any, permeability: Any, damping: Any) -> None:
    e = voxel.electric
    dex = voxel.at(1, 0, 0).electric - e
    dey = voxel.at(0, 1, 0).electric - e
    dez = voxel.at(0, 0, 1).electric - e
    curl = wp.vec3(dey[2] - dez[1], dez[0] - dex[2], dex[1] - dey[0])
    h = voxel.magnetic - dt / (permeability * dx) * curl
    voxel.magnetic = h / (1.0 + damping * dt) if v.damped else h


@computation(
    GRIDS,
    "compute the surface normal of a signed distance field in each voxel from its normalised central differences",
    band={True: "inside a narrow band and zero outside", False: ""},
    sign={"out": "", "in": "pointing inwards"},
)
def voxel_normal(voxel: Any, width: float) -> None:
    if v.band and wp.abs(voxel.distance) > width:
        voxel.normal = wp.vec3(0.0)
        return
    dx = voxel.at(1, 0, 0).distance - voxel.at(-1, 0, 0).distance
    dy = voxel.at(0, 1, 0).distance - voxel.at(0, -1, 0).distance
    dz = voxel.at(0, 0, 1).distance - voxel.at(0, 0, -1).distance
    n = safe_direction(wp.vec3(dx, dy, dz))
    voxel.normal = -n if v.sign == "in" else n


@computation(
    GRIDS,
    "build the 6-bit mask of the exposed faces of each occupied voxel for face culling,",
    empty={"zero": "with zero for empty voxels", "minus": "with -1 for empty voxels"},
)
def voxel_exposed_sides(voxel: Any) -> None:
    if not voxel.occupied:
        voxel.exposed = -1 if v.empty == "minus" else 0
        return
    mask = side_bit(voxel.at(1, 0, 0).occupied, 0) | side_bit(voxel.at(-1, 0, 0).occupied, 1)
    mask |= side_bit(voxel.at(0, 1, 0).occupied, 2) | side_bit(voxel.at(0, -1, 0).occupied, 3)
    mask |= side_bit(voxel.at(0, 0, 1).occupied, 4) | side_bit(voxel.at(0, 0, -1).occupied, 5)
    voxel.exposed = mask


@computation(
    GRIDS,
    "compute the 8-bit marching-cubes case of each voxel from the signs of the distances at its corners,",
    order={"tables": "numbered as in Bourke's tables", "binary": "corner x + 2 y + 4 z"},
    full={"keep": "", "zero": "with case 255 mapped to 0"},
)
def voxel_corner_code(voxel: Any) -> None:
    code = int(0)
    for corner in range(8):
        if v.order == "tables":
            # round the lower face, then round the upper one
            if voxel.at((corner ^ (corner >> 1)) & 1, (corner >> 1) & 1, (corner >> 2) & 1).distance < 0.0:
                code |= 1 << corner
        else:
            if voxel.at(corner & 1, (corner >> 1) & 1, (corner >> 2) & 1).distance < 0.0:
                code |= 1 << corner
    if v.full == "zero" and code == 255:
        code = 0
    voxel.code = code


@computation(
    GRIDS,
    "sum the mass of smoke of each region of voxels, density times dx^3",
    free={True: "over empty voxels", False: ""},
    counted={True: "and count the voxels that it sums", False: ""},
)
def voxel_region_smoke(voxel: Any, dx: float) -> None:
    region = voxel.region
    if v.free and voxel.occupied:
        return
    region.smoke += voxel.density * dx * dx * dx
    if v.counted:
        region.cell_count += 1
