"""The registry of categories: a file in ``categories/`` registers itself with one line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from generator.synthesis.builder import FLOATS, Builder

DEFAULT, EXTENDED = "default", "extended"


@dataclass(frozen=True)
class Category:
    """Name, group, what its kernels are, and the function that grows one into a fresh builder.

    ``grow`` fills the builder and returns (verb for the kernel's name, purpose: one true sentence).
    ``precisions`` are the float types with their weights.
    """

    name: str
    group: str
    summary: str
    grow: Callable[[Builder], tuple[str, str]]
    precisions: tuple[tuple[str, float], ...] = FLOATS


REGISTRY: dict[str, Category] = {}


def register(category: Category) -> None:
    """Add a category; ValueError when the name is taken."""
    if category.name in REGISTRY:
        raise ValueError(f"category {category.name!r} is registered twice")
    REGISTRY[category.name] = category
