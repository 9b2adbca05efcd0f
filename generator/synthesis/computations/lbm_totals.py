"""Lattice Boltzmann on a sparse lattice: probes, blocks, means, and a new numbering."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.computations.lbm_collision import d2q9_weight
from generator.synthesis.schemas.lattice_boltzmann import LATTICE

SiteType: Any = LATTICE.enumerations["SiteType"]


@law
def bilinear_weight(uv: wp.vec2, corner: int) -> float:
    """Bilinear weight of a corner of a cell, for corners counted along x first."""
    x = uv[0] if corner % 2 == 1 else 1.0 - uv[0]
    y = uv[1] if corner // 2 == 1 else 1.0 - uv[1]
    return x * y


@computation(
    LATTICE,
    "interpolate the velocity at a probe bilinearly between four sites,",
    density={True: "with the density", False: ""},
    partial={"leave": "if all four exist,", "scale": "with weights that add up to one over those that exist,"},
    mean={True: "updating the running mean", False: ""},
)
def lbm_probe(probe: Any) -> None:
    uv = probe.fraction
    u = wp.vec2(0.0)
    total = float(0.0)
    if v.density:
        rho = float(0.0)
    for c in range(4):
        corner = probe.corners[c]
        if exists(corner):
            w = bilinear_weight(uv, c)
            u += w * corner.velocity
            total += w
            if v.density:
                rho += w * corner.density
        elif v.partial == "leave":
            return
    if v.partial == "scale":
        if total == 0.0:
            return
        u = u / total
        if v.density:
            rho = rho / total
    probe.velocity = u
    if v.density:
        probe.density = rho
    if v.mean:
        n = probe.samples + 1
        probe.mean = probe.mean + (u - probe.mean) / float(n)
        probe.samples = n


@computation(
    LATTICE,
    "sum the mass of each block of sites",
    momentum={True: "and the momentum", False: ""},
    bulk={True: "over bulk sites alone, which it counts", False: ""},
    active={True: "zero for inactive blocks", False: ""},
)
def lbm_block_totals(block: Any) -> None:
    if v.active and not block.active:
        block.mass = 0.0
        return
    mass = float(0.0)
    if v.momentum:
        momentum = wp.vec2()
    if v.bulk:
        n = int(0)
    for site in block.members:
        if v.bulk:
            if site.kind != SiteType.BULK:
                continue
            n += 1
        mass += site.density
        if v.momentum:
            momentum += site.density * site.velocity
    block.mass = mass
    if v.momentum:
        block.momentum = momentum
    if v.bulk:
        block.fluid_count = n


@computation(
    LATTICE,
    "gather the populations of sites through a renumbering",
    state={True: "with their velocity", False: ""},
    new={"equilibrium": "starting new sites at rest with density 1", "zero": "with zeros at new sites"},
)
def lbm_renumber(site: Any) -> None:
    old = site.old
    if not exists(old):
        for k in range(9):
            site.f_next[k] = d2q9_weight(k) if v.new == "equilibrium" else 0.0
        if v.state:
            site.velocity_next = wp.vec2(0.0)
        return
    for k in range(9):
        site.f_next[k] = old.f[k]
    if v.state:
        site.velocity_next = old.velocity


@computation(
    LATTICE,
    "count the bulk sites of each block",
    active={True: "that is active", False: ""},
    wall={True: "leaving out those beside an obstacle", False: ""},
)
def lbm_count_bulk(site: Any) -> None:
    block = site.block
    if site.kind != SiteType.BULK:
        return
    if v.wall and exists(site.obstacle):
        return
    if v.active:
        if block.active:
            block.fluid_count += 1
    else:
        block.fluid_count += 1


@computation(
    LATTICE,
    "update the time average of the velocity of a site",
    kind={True: "in the bulk", False: ""},
    form={"running": "by the running-mean form", "weighted": "by the weighted form (n mean + u) / (n + 1)"},
)
def lbm_mean_velocity(site: Any, samples: Any) -> None:
    if v.kind and site.kind != SiteType.BULK:
        return
    mean = site.mean_velocity
    n = float(samples)
    if v.form == "running":
        site.mean_velocity = mean + (site.velocity - mean) / (n + 1.0)
    else:
        site.mean_velocity = (n * mean + site.velocity) / (n + 1.0)
