"""Rows that contacts hand to a solver: room for them, Jacobians, biases and bounds."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, exists, law, v, wp
from generator.synthesis.schemas.contact import CONTACTS

LARGE = 1.0e10
FRICTIONLESS = 0
SLIDING = 2
NORMAL_ROW = 5
PYRAMID_ROW = 6
"""Kinds of rows, as MuJoCo numbers them."""

counter: Any = None
row: Any = None
"""Records of the schema by their number."""


@law
def row_demand(dimension: int) -> int:
    """Rows of a pyramidal friction cone: two edges for each direction of friction, one row without any."""
    if dimension == FRICTIONLESS:
        return 1
    return 2 * dimension


@computation(
    CONTACTS,
    "take rows for each contact nearer than the margin, count contacts without room and fill the rows",
    cone={"pyramid": "of a friction pyramid", "normal": "of the normals alone"},
    margin={True: "with their margins", False: ""},
)
def allocate_contact_rows(contact: Any, margin: Any) -> None:
    d = contact.distance
    if d > margin:
        contact.first_row = -1
        return
    n = 1
    if v.cone == "pyramid":
        n = row_demand(contact.dimension)
    start = wp.atomic_add(counter[0].rows, n)
    if start + n > count(row):
        contact.first_row = -1
        wp.atomic_add(counter[0].lost, 1)
        return
    contact.first_row = start
    if v.cone == "normal":
        row[start].owner = contact.index
        row[start].position = d
        row[start].kind = NORMAL_ROW
        if v.margin:
            row[start].margin = margin
        return
    for k in range(n):
        r = start + k
        row[r].owner = contact.index
        row[r].position = d
        if v.margin:
            row[r].margin = margin
        row[r].kind = PYRAMID_ROW
        if contact.dimension == FRICTIONLESS:
            row[r].kind = NORMAL_ROW
            row[r].friction = 0.0
        elif contact.dimension > SLIDING and k >= n - 2:
            # the last pair of edges resists spinning
            row[r].friction = contact.frictions[1]
        else:
            row[r].friction = contact.frictions[0]


@law
def contact_row(n: wp.vec3, r: wp.vec3) -> wp.spatial_vector:
    """Jacobian of a body's speed along a direction at an arm from its centre, linear part first."""
    return wp.spatial_vector(n, wp.cross(r, n))


@computation(
    CONTACTS,
    "write the row of a contact, the Jacobians of both bodies and as bias its distance over the time step, "
    "only a part of it where they overlap,",
    bounds={True: "with its bounds", False: ""},
    inactive={True: "or an empty row where the bodies are farther apart than the margin", False: ""},
)
def write_contact_row(contact: Any, dt: Any, erp: Any, margin: Any) -> None:
    d = contact.distance
    if v.inactive and d > margin:
        contact.jacobian_a = wp.spatial_vector()
        contact.jacobian_b = wp.spatial_vector()
        contact.bias = 0.0
        if v.bounds:
            contact.lower = 0.0
            contact.upper = 0.0
        return
    p = contact.point
    n = contact.normal
    ja = wp.spatial_vector()
    jb = wp.spatial_vector()
    a = contact.a
    if exists(a):
        ja = contact_row(-n, p - wp.transform_point(a.pose, a.center))
    b = contact.b
    if exists(b):
        jb = contact_row(n, p - wp.transform_point(b.pose, b.center))
    contact.jacobian_a = ja
    contact.jacobian_b = jb
    # apart, they may close within the step
    contact.bias = d / dt if d > 0.0 else erp * d / dt
    if v.bounds:
        contact.lower = 0.0
        contact.upper = LARGE
