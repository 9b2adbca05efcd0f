"""Samples of tensor fields: stress, strain, deformation, residual vectors and how they are measured."""

from __future__ import annotations

from generator.synthesis.schemas.domains import between, deformation, positive_definite, whole, zero
from generator.synthesis.schemas.entities import RESULT, STATE, Entity, attribute, number
from generator.synthesis.schemas.schema import Schema

SAMPLE = Entity(
    "sample",
    "samples",
    (
        attribute("stress", "mat33", positive_definite(), "Pa", "stress", "tensor_stress stresses sigma", STATE),
        attribute("stiffness", "mat33", positive_definite(), "N/m", "stiffness", "tensor_stiffness stiffnesses K", STATE),
        attribute("stretch", "mat33", positive_definite(), "", "stretch of the deformation", "tensor_stretch stretches U", STATE),
        attribute("plane", "mat22", deformation(0.6, 1.4), "", "deformation gradient in the plane", "tensor_plane planes F2", STATE),
        attribute("load", "vec3", between(-1.0, 1.0), "N", "load", "tensor_load loads b", STATE),
        attribute("vector", "vec3", between(-2.0, 2.0), "", "vector", "tensor_vector vectors u", STATE),
        attribute("scale", "vec3", between(0.5, 2.0), "", "scale of each component", "tensor_scale scales s"),
        attribute("target", "vec3", between(-1.0, 1.0), "", "target", "tensor_target targets y", STATE),
        attribute("strain_energy", "float", between(0.0, 1.0), "J/m^3", "strain energy density", "tensor_energy energies psi", RESULT),
        attribute("yields", "int", zero(2), "", "1 where it yields", "tensor_yields yield_flags yields", RESULT),
        attribute("solution", "vec3", between(-1.0, 1.0), "m", "solution", "tensor_solution solutions x", RESULT),
        attribute("norm", "float", between(0.0, 1.0), "", "norm", "tensor_norm norms nrm", RESULT),
        attribute("direction", "vec3", between(-1.0, 1.0), "", "direction", "tensor_dir directions d", RESULT),
        attribute("whitened", "vec3", between(-1.0, 1.0), "", "difference from its target in its own scale", "tensor_whitened whitened_residuals z", RESULT),
        attribute("largest", "int", whole(0, 1), "", "place of the largest component", "tensor_argmax largest_axes k_max", RESULT),
        attribute("smallest", "int", whole(0, 1), "", "place of the smallest component", "tensor_argmin smallest_axes k_min", RESULT),
        attribute("most", "float", between(0.0, 1.0), "", "largest stretch in the plane", "tensor_plane_stretch plane_stretches s1", RESULT),
    ),
    index=("tid", "i", "e"),
)

TENSORS = Schema(
    "small tensors",
    (SAMPLE,),
    (
        number("delta", "float", between(0.5, 1.5), "", "width of the quadratic part", "delta huber_delta"),
        number("fade_length", "float", between(0.5, 1.5), "", "length below which a direction fades out", "fade_length delta softness"),
        number("strength", "float", between(1.2, 2.0), "Pa", "yield strength", "strength yield_stress"),
        number("modulus", "float", between(0.5, 2.0), "Pa", "shear modulus", "modulus mu"),
    ),
)
