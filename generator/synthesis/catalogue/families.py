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
        _family("chance", "Sampling, random walks, chains", "sampling"),
        _family("cloth", "Cloth, rods, hair", "cloth and rods"),
        _family("constraint", "Constraint rows: Jacobians, right sides, bias", "constraint rows"),
        _family("contact", "Contacts: narrow phase, friction, impulses", "contact"),
        _family(
            "continuum",
            "Fluids and solids on particles and grids",
            "smoothed particle hydrodynamics",
            "the material point method",
            "lattice Boltzmann",
            "grids",
            "finite elements",
        ),
        _family("finance", "Prices, paths, portfolios", "finance"),
        _family("geometry", "Rays, triangles, bounds", "rays and geometry"),
        _family("image", "Images, colour, textures, signals", "images", "colour", "textures and noise", "signals"),
        _family("learning", "Optimisers, losses, layers, attention", "training", "neural layers", "attention"),
        _family("matrix", "Dense linear algebra", "dense linear algebra"),
        _family("packing", "Bits, keys, layouts", "bits and packing"),
        _family(
            "physics",
            "Particles, rigid bodies, joints",
            "particles",
            "rigid bodies",
            "joints",
            "molecular dynamics",
            "orbits",
        ),
        _family("rendering", "Cameras, light, volumes", "rendering"),
        _family("sensor", "Sensors of simulated robots", "sensors", "control"),
        _family("solver", "Sparse matrices and iterative solvers", "sparse matrices", "iterative solvers"),
        _family("status", "Resets, counters, flags of simulated worlds", "simulation"),
        _family(
            "topology",
            "Graphs, meshes, neighbours, sorting",
            "graphs and meshes",
            "neighbours and broad phase",
            "sorting",
        ),
    )
}
"""Every extended category by name."""
