"""The extended categories: families of fields, whose kernels need no derivative."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Family:
    """An extended category: its name, what its kernels are about, and the fields that they are from."""

    name: str
    summary: str
    fields: frozenset[str]


_ROWS: tuple[tuple[str, ...], ...] = (
    ("chance", "Sampling, random walks, chains", "sampling", "emitters", "evolution"),
    ("cloth", "Cloth, rods, hair", "cloth and rods"),
    ("constraint", "Constraint rows: Jacobians, right sides, bias", "constraint rows"),
    ("contact", "Contacts: narrow phase, friction, impulses", "contact"),
    (
        "continuum",
        "Fluids and solids on particles, grids and elements",
        *("smoothed particle hydrodynamics", "the material point method", "lattice Boltzmann"),
        *("grids", "finite elements"),
    ),
    ("crowd", "Games and crowds", "games and crowds"),
    ("finance", "Prices, paths, portfolios", "finance", "stochastic processes"),
    ("geometry", "Rays, triangles, bounds, queries of meshes and grids", "rays and geometry", "spatial queries"),
    ("image", "Images, colour, textures", "images", "colour", "textures and noise", "augmentation"),
    (
        "learning",
        "Optimisers, losses, layers, attention, exploration",
        *("training", "neural layers", "attention and sequences", "exploration"),
    ),
    (
        "matrix",
        "Dense linear algebra, by threads and by tiles",
        *("dense linear algebra", "small tensors", "tiles of a block"),
    ),
    ("molecule", "Molecular dynamics and reactions", "molecular dynamics", "reactions"),
    ("nature", "Orbits, the earth, populations", "orbits", "earth", "populations"),
    ("packing", "Bits, keys, layouts", "bits and packing"),
    (
        "physics",
        "Particles, rigid bodies, joints",
        *("particles", "rigid bodies", "joints and actuators", "spatial algebra"),
    ),
    ("rendering", "Cameras, light, volumes", "rendering", "direct light", "photons"),
    (
        "robot",
        "Robots: control, planning, fleets, localisation",
        *("control and robots", "fleets of robots", "localization", "domain randomization"),
    ),
    ("sensor", "Sensors of simulated robots", "sensors"),
    ("signal", "Signals and statistics", "signals", "statistics", "instruments"),
    ("solver", "Sparse matrices and iterative solvers", "sparse matrices", "iterative solvers"),
    ("sorting", "Sorting, scans, compaction", "sorting, scans and compaction", "claims and lists"),
    ("status", "Resets, counters, flags of simulated worlds", "simulation", "episodes"),
    ("topology", "Graphs, meshes, neighbours", "graphs and meshes", "neighbours and broad phase", "random graphs"),
)
"""Name, summary, and the fields of each."""

FAMILIES: dict[str, Family] = {row[0]: Family(row[0], row[1], frozenset(row[2:])) for row in _ROWS}
"""Every extended category by name."""
