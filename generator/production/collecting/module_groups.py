"""Modules of one package in groups by innermost common package, which is imported once a group."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.production.collecting.places import SourceModule

MOST = 24
"""Most modules of a group: few, as an interrupted group is made again, and workers share a package by groups."""


def in_module_groups(modules: Sequence[SourceModule], package: str = "") -> Iterator[tuple[SourceModule, ...]]:
    """The modules, all inside ``package``, in groups of at most ``MOST``: whole packages, larger ones by subpackage."""
    if len(modules) <= MOST:
        if modules:
            yield tuple(modules)
        return
    inside: dict[str, list[SourceModule]] = {}
    for module in modules:
        rest = module.name.removeprefix(f"{package}.").split(".")
        inside.setdefault(rest[0] if len(rest) > 1 else "", []).append(module)
    direct = inside.pop("", [])
    for start in range(0, len(direct), MOST):
        yield tuple(direct[start : start + MOST])
    for name, members in inside.items():
        yield from in_module_groups(members, f"{package}.{name}".lstrip("."))


def shared_package(modules: Sequence[SourceModule]) -> str:
    """The innermost package that contains all of the modules; "" where there is none."""
    first, *others = [module.name.split(".")[:-1] for module in modules]
    length = 0
    while length < len(first) and all(other[: length + 1] == first[: length + 1] for other in others):
        length += 1
    return ".".join(first[:length])
