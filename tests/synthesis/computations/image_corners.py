"""Statements for the family ``image_corners``. Rows are the first axis; the grid closes on itself."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field5 import shifted
from tests.synthesis.computations.image_filters import AROUND


def corner_response(t, v, n):
    tensor = np.einsum("ija,ijb->ijab", t.pixel.gradient, t.pixel.gradient)
    matrices = tensor + sum(shifted(tensor, *step) for step in AROUND)
    eigenvalues = np.linalg.eigvalsh(matrices)
    made = eigenvalues[..., 0]
    if v.law == "harris":
        made = eigenvalues.prod(axis=-1) - 0.05 * eigenvalues.sum(axis=-1) ** 2
    return {"pixel.response": made} | ({"pixel.marked": made > n.mark_level} if v.outputs == "border" else {})


def gradient_products(t, v, n):
    products = np.einsum("ija,ijb->ijab", t.pixel.gradient, t.pixel.gradient)
    made = np.stack([products[..., 0, 0], products[..., 0, 1], products[..., 1, 1]], axis=-1)
    return {"pixel.tensor": np.where(t.pixel.mask[..., None], made, 0.0) if v.masked else made}
