"""Rays and a sphere, in closed form."""

from __future__ import annotations

from generator.synthesis.builder import Builder
from generator.synthesis.queries import points, result


def sphere(b: Builder) -> str:
    """Where a ray enters a sphere, or how near to it it passes; most rays start outside and look its way."""
    (origin,) = points(b, "origin", low=-1.6, high=-0.2)
    (direction,) = points(b, "ray_direction", low=-0.3, high=1.0)
    (center,) = points(b, "center", low=-0.5, high=1.0)
    d, m, along, zero = b.name("d"), b.name("m"), b.name("along"), b.number(0.0)
    b.emit(f"{d} = wp.normalize({direction})")
    b.emit(f"{m} = {center} - {origin}")
    b.emit(f"{along} = wp.max(wp.dot({m}, {d}), {zero})")
    kind = b.random.weighted((("enter", 3.0), ("fade", 2.0), ("pass", 1.5)))
    if kind == "pass":
        gap = b.name("ray_gap", "passing_distance")
        b.emit(f"{gap} = wp.length({m} - {along} * {d}) - {b.constant(0.6, 1.2)}")
        result(b, gap, "how far outside of a sphere a ray passes, negative where it goes through", -1.2, 3.0)
        return "by how a ray passes a sphere"
    miss, radius_sq = b.name("miss_sq"), b.constant(0.6, 1.5)
    b.emit(f"{miss} = wp.length_sq({m} - {along} * {d})")
    if kind == "enter":
        hit = b.name("entry_distance", "hit")
        b.emit(f"{hit} = {along}")
        b.emit(f"if {miss} < {radius_sq}:")
        b.emit(f"    {hit} = wp.max({along} - wp.sqrt({radius_sq} - {miss}), {zero})")
        told = "how far along a ray enters a sphere, or is closest to it where it misses"
    else:
        hit = b.name("faded_distance", "weighted_reach")
        b.emit(f"{hit} = wp.exp(-wp.max({miss} - {radius_sq}, {zero})) * {along}")
        told = "how far along a ray is closest to the center of a sphere, less where it misses"
    result(b, hit, told, 0.0, 4.0)
    return "by how a ray passes a sphere"
