"""The extended categories: families of fields, whose kernels need no derivative."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Family:
    """An extended category: its name, what its kernels are about, and the fields that they are from."""

    name: str
    summary: str
    fields: frozenset[str]


def _family(name: str, summary: str, *fields: str) -> Family:
    return Family(name, summary, frozenset(fields))


FAMILIES: dict[str, Family] = {
    family.name: family
    for family in (
        _family("chance", "Sampling, random walks, chains", "sampling", "emitters", "evolution"),
        _family("cloth", "Cloth, rods, hair", "cloth and rods"),
        _family("constraint", "Constraint rows: Jacobians, right sides, bias", "constraint rows"),
        _family("contact", "Contacts: narrow phase, friction, impulses", "contact"),
        _family(
            "continuum",
            "Fluids and solids on particles, grids and elements",
            *("smoothed particle hydrodynamics", "the material point method", "lattice Boltzmann", "grids"),
            "finite elements",
        ),
        _family("crowd", "Games and crowds", "games and crowds"),
        _family("finance", "Prices, paths, portfolios", "finance", "stochastic processes"),
        _family(
            "geometry", "Rays, triangles, bounds, queries of meshes and grids", "rays and geometry", "spatial queries"
        ),
        _family("image", "Images, colour, textures", "images", "colour", "textures and noise", "augmentation"),
        _family(
            "learning",
            "Optimisers, losses, layers, attention, exploration",
            *("training", "neural layers", "attention and sequences", "exploration"),
        ),
        _family(
            "matrix",
            "Dense linear algebra, by threads and by tiles",
            *("dense linear algebra", "small tensors", "tiles of a block"),
        ),
        _family("molecule", "Molecular dynamics and reactions", "molecular dynamics", "reactions"),
        _family("nature", "Orbits, the earth, populations", "orbits", "earth", "populations"),
        _family("packing", "Bits, keys, layouts", "bits and packing"),
        _family(
            "physics",
            "Particles, rigid bodies, joints",
            "particles",
            "rigid bodies",
            "joints and actuators",
            "spatial algebra",
        ),
        _family("rendering", "Cameras, light, volumes", "rendering", "direct light", "photons"),
        _family(
            "robot",
            "Robots: control, planning, fleets, localisation",
            *("control and robots", "fleets of robots", "localization", "domain randomization"),
        ),
        _family("sensor", "Sensors of simulated robots", "sensors"),
        _family("signal", "Signals and statistics", "signals", "statistics", "instruments"),
        _family("solver", "Sparse matrices and iterative solvers", "sparse matrices", "iterative solvers"),
        _family("sorting", "Sorting, scans, compaction", "sorting, scans and compaction", "claims and lists"),
        _family("status", "Resets, counters, flags of simulated worlds", "simulation", "episodes"),
        _family(
            "topology", "Graphs, meshes, neighbours", "graphs and meshes", "neighbours and broad phase", "random graphs"
        ),
    )
}
"""Every extended category by name."""
