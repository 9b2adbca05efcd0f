"""Domains: which values an attribute or a parameter takes. Plain data, told to readers and drawn by fills."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Domain:
    """A fill of ``generator.launch.fills`` with its bounds, and the words for it, which may hold both bounds.

    ``high`` is exclusive for whole numbers. ``over`` is the attribute whose points a hash grid lies over, or near whose
    values these are; ``tie`` are the words for that.
    """

    fill: str
    low: float
    high: float
    words: str
    over: str = ""
    tie: str = ""


def near(domain: Domain, over: str, tie: str = "") -> Domain:
    """A domain of which each value lies at nearly the place that the value of ``over``, as "particle.position", has in its."""
    return replace(domain, over=over, tie=tie or f"within {0.1 * (domain.high - domain.low):g} of that in {{over}}")


def between(low: float, high: float) -> Domain:
    """Real numbers in [low, high), or components of that size."""
    return Domain("uniform", low, high, "in [{low}, {high})")


def zero_or(low: float, high: float) -> Domain:
    """Real numbers in [low, high), or 0 for a fifth: inverse masses of what is held fixed, opacities of what is clear."""
    return Domain("zero_or", low, high, "0 for a fifth, else in [{low}, {high})")


def whole(low: int, high: int) -> Domain:
    """Whole numbers in [low, high)."""
    return Domain("index", low, high, "whole, in [{low}, {high})")


def bits(count: int) -> Domain:
    """Whole numbers whose lowest ``count`` bits are flags, each set or not."""
    words = f"flags in the lowest {count} bits" if count > 1 else "0 or 1"
    return Domain("index", 0, 1 << count, words)


def seldom_bits(count: int) -> Domain:
    """The same, and 0 for half of the records: errors, of which most have none."""
    return Domain("sparse", 0, 1 << count, f"flags in the lowest {count} bits, often none")


def code(count: int) -> Domain:
    """One of ``count`` kinds, numbered from zero."""
    return Domain("index", 0, count, f"one of {count} kinds, from 0" if count > 2 else "0 or 1")


def truth() -> Domain:
    """True or false."""
    return Domain("index", 0, 2, "true or false")


def unit() -> Domain:
    """Vectors and quaternions of length 1."""
    return Domain("unit", -1.0, 1.0, "of length 1")


def pose(extent: float = 1.0) -> Domain:
    """Transforms: positions with components below ``extent`` in size, and a unit quaternion."""
    return Domain("transform", -extent, extent, "position in [{low}, {high}) and a unit quaternion")


def rotation() -> Domain:
    """Rotation matrices."""
    return Domain("rotation", -1.0, 1.0, "a rotation matrix")


def positive_definite(low: float = 1.0, high: float = 4.0) -> Domain:
    """Symmetric matrices with eigenvalues in [low, high), above zero."""
    return Domain("spd", low, high, "symmetric, with eigenvalues in [{low}, {high})")


def downward(low: float, high: float) -> Domain:
    """Vectors that mainly point down: the last component in [low, high), the others up to a tenth of ``low`` in size."""
    words = f"its last component in [{{low}}, {{high}}), the others in [{low / 10:g}, {-low / 10:g})"
    return Domain("downward", low, high, words)


def deformation(low: float, high: float) -> Domain:
    """Deformation gradients: square matrices whose determinant is above zero, as the diagonal outweighs the rest."""
    words = f"its diagonal in [{{low}}, {{high}}), other entries in [{-low / 3:g}, {low / 3:g})"
    return Domain("dominant", low, high, words)


def packed_definite(low: float, high: float) -> Domain:
    """Entries xx, xy, yy of symmetric matrices with eigenvalues above zero."""
    words = f"its first and last component in [{{low}}, {{high}}), the middle one in [{-low / 3:g}, {low / 3:g})"
    return Domain("dominant", low, high, words)


def ascending(low: float, high: float) -> Domain:
    """Numbers that do not fall along the array."""
    return Domain("sorted", low, high, "ascending, in [{low}, {high})")


def cumulative(low: float, high: float) -> Domain:
    """Numbers that do not fall along the array, up to ``high`` at its end: shares added up."""
    return Domain("cumulative", low, high, "ascending from at least {low} to {high} at the end")


def permutation() -> Domain:
    """Each place of the array once."""
    return Domain("permutation", 0, 0, "a permutation")


def mesh(extent: float = 1.0) -> Domain:
    """The id of a closed triangle mesh about the origin, its vertices about ``extent`` away."""
    return Domain("mesh", -extent, extent, "the id of a closed mesh of 80 triangles, {high} in radius")


def box_tree() -> Domain:
    """The id of a tree over 64 boxes, their lower corners within 1."""
    return Domain("bvh", -1.0, 1.0, "the id of a bounding volume hierarchy over 64 boxes")


def grouped_mesh(extent: float = 1.0) -> Domain:
    """The id of the same mesh, its faces in groups."""
    words = "the id of a closed mesh of 80 triangles, {high} in radius, which are in groups 0 to 3 in turn"
    return Domain("grouped_mesh", -extent, extent, words)


def grouped_tree(extent: float = 1.0) -> Domain:
    """The id of the same tree, its boxes in groups."""
    words = "the id of a bounding volume hierarchy over 64 boxes, which are in groups 0 to 3 in turn"
    return Domain("grouped_bvh", -extent, extent, words)


def point_grid(cell: float, over: str) -> Domain:
    """The id of a hash grid with cells of that width, over the points that are an attribute."""
    return Domain("hash_grid", 0.0, cell, "the id of a hash grid over the points, with cells {high} wide", over)


def volume(extent: float = 1.0) -> Domain:
    """The id of a volume of floats about the origin, zero beyond ``extent``."""
    return Domain("volume", -extent, extent, "the id of a volume of 8 x 8 x 8 floats over [{low}, {high})")


def vector_volume() -> Domain:
    """The id of a volume of vectors about the origin, zero beyond 1."""
    return Domain("vector_volume", -1.0, 1.0, "the id of a volume of 8 x 8 x 8 vectors over [{low}, {high})")


GEOMETRY = ("mesh", "grouped_mesh", "bvh", "grouped_bvh", "hash_grid", "volume", "vector_volume")
"""Fills that are ids of geometry."""


def zero(kinds: int = 0) -> Domain:
    """Zeros, before the kernel runs; one of so many ``kinds`` where it goes on from what its array holds."""
    return Domain("zeros", 0, kinds, "zero at the start")
