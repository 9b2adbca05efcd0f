"""The extended categories: families of fields, whose kernels need no derivative."""

from __future__ import annotations

FAMILIES: dict[str, tuple[str, ...]] = {
    "chance": ("sampling", "emitters", "evolution"),
    "cloth": ("cloth and rods",),
    "constraint": ("constraint rows",),
    "contact": ("contact",),
    "continuum": (
        "smoothed particle hydrodynamics",
        "the material point method",
        "lattice Boltzmann",
        "grids",
        "finite elements",
    ),
    "crowd": ("games and crowds",),
    "finance": ("finance", "stochastic processes"),
    "geometry": ("rays and geometry", "spatial queries"),
    "image": ("images", "colour", "textures and noise", "augmentation"),
    "learning": ("training", "neural layers", "attention and sequences", "exploration"),
    "matrix": ("dense linear algebra", "small tensors", "tiles of a block"),
    "molecule": ("molecular dynamics", "reactions"),
    "nature": ("orbits", "earth", "populations"),
    "packing": ("bits and packing",),
    "physics": ("particles", "rigid bodies", "joints and actuators", "spatial algebra"),
    "rendering": ("rendering", "direct light", "photons"),
    "robot": ("control and robots", "fleets of robots", "localization", "domain randomization"),
    "sensor": ("sensors",),
    "signal": ("signals", "statistics", "instruments"),
    "solver": ("sparse matrices", "iterative solvers"),
    "sorting": ("sorting, scans and compaction", "claims and lists"),
    "status": ("simulation", "episodes"),
    "topology": ("graphs and meshes", "neighbours and broad phase", "random graphs"),
}
"""Extended category -> the fields that it is from."""
