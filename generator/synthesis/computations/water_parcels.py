"""Parcels in the water of a globe: how they drift, age and dissolve."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, v, wp
from generator.synthesis.schemas.earth import EARTH


@computation(
    EARTH,
    "advect each parcel that is not stranded with the velocity of its cell by an Euler step",
    strand={True: "but strand it where it is in dry cells", False: ""},
    missing={"leave": "", "stay": "leaving it where it has no cell"},
)
def drift_parcels(parcel: Any, dt: Any) -> None:
    x = parcel.position
    if parcel.stranded != 0:
        parcel.next_position = x
        return
    cell = parcel.cell
    if v.missing == "stay":
        if not exists(cell):
            parcel.next_position = x
            return
    if v.strand:
        if cell.wet == 0:
            parcel.next_stranded = 1
            parcel.next_position = x
            return
        parcel.next_stranded = 0
    parcel.next_position = x + cell.velocity * dt


@computation(
    EARTH,
    "age each parcel by a step",
    decay={True: "with exponential loss of mass", False: ""},
    end={True: "and empty it at the oldest age", False: ""},
)
def age_parcels(parcel: Any, dt: Any, oldest: Any, loss_rate: Any) -> None:
    age = parcel.age + 1
    parcel.next_age = age
    if v.decay or v.end:
        m = parcel.mass
        if v.decay:
            m *= wp.exp(-loss_rate * dt)
        if v.end:
            if age >= oldest:
                m = 0.0
        parcel.next_mass = m


@computation(
    EARTH,
    "dissolve the mass of each parcel in the water of its cell, as tracer there",
    stranded={True: "where it is stranded", False: ""},
)
def deposit_parcels(parcel: Any) -> None:
    if v.stranded:
        if parcel.stranded == 0:
            return
    cell = parcel.cell
    cell.tracer += parcel.mass / (cell.area * cell.depth)
