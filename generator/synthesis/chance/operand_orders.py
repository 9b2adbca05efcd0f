"""Orders of operands as people have them: `python -m benchmarks.operand_orders` prints such shares."""

from __future__ import annotations

Orders = tuple[tuple[str, str, str, float], ...]
"""(form, sign, other form, share of kernels in which the first form stands first)."""

ORDERS: Orders = (
    ("literal", "*", "constant", 1.0),
    ("literal", "*", "plain", 0.75),
    ("literal", "*", "sum", 0.83),
    ("literal", "*", "call", 0.7),
    ("plain", "*", "call", 0.6),
    ("plain", "*", "sum", 0.67),
    ("plain", "*", "plain vector", 0.4),
    ("call", "*", "plain vector", 0.63),
    ("sum", "*", "plain vector", 0.8),
    ("quotient", "*", "plain vector", 0.5),
    ("plain", "+", "product", 0.7),
    ("plain", "+", "call", 0.8),
    ("plain vector", "+", "product vector", 0.9),
    ("plain vector", "+", "call vector", 0.95),
)
"""The commonest pairs of the train projects of ``real`` that two of these have often, rounded."""
