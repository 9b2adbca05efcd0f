"""A finished kernel: its source, its launch, the texts that describe it, and the choices that made it."""

from __future__ import annotations

from dataclasses import dataclass

from generator.launch import Launch
from generator.syntax.walks.features import Features
from generator.syntax.walks.structure import Structure


class Rejected(Exception):
    """This key gives no good kernel: an expected outcome, counted by reason."""


@dataclass(frozen=True)
class Provenance:
    """What a kernel was made of.

    ``computations`` are names, ``recipe`` holds them with their variants, ``field`` is the schema's name. ``novel``
    kernels are of a computation that no other split has. ``domains`` says for each argument what values it takes.
    """

    computations: tuple[str, ...]
    recipe: str
    field: str
    novel: bool
    domains: tuple[tuple[str, str], ...]
    features: Features
    structure: Structure


@dataclass(frozen=True)
class Candidate:
    """A source text with one kernel, and what is known of it; ``made`` is None for a kernel that was not drawn here."""

    source: str
    kernel_name: str
    category: str
    description: str
    launch: Launch
    specification: str = ""
    narration: str = ""
    made: Provenance | None = None
