"""Checks of rows against the manifest's filter and curriculum."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from generator.dataset.kernel_filter import EVERY_KERNEL, KernelFilter, difficulty_and_features
from generator.dataset.stream import Drawn
from generator.production.folder.stored_rows import Row
from generator.production.making.recipe import filter_in
from generator.production.making.stream import STREAMS
from generator.production.validating.findings import Validation
from generator.production.validating.row_origin import name_of


@dataclass
class Selection:
    """The filter of a build, and whether each of its files goes from easy to difficult."""

    wanted: KernelFilter = EVERY_KERNEL
    curriculum: bool = False
    last: dict[str, tuple[int, str]] = field(default_factory=dict)
    """File -> difficulty and id of its last checked row."""

    @classmethod
    def of_manifest(cls, manifest: Mapping[str, Any]) -> Selection:
        """The selection of a manifest, all kernels where its stream is not known; BuildError for a wrong filter."""
        recipe = manifest.get("recipe", {})
        if recipe.get("stream") not in STREAMS:
            return cls()
        return cls(filter_in(recipe), recipe.get("curriculum") is True)

    def check_text(self, row: Row, place: str, result: Validation) -> None:
        """Check a row by its columns ``difficulty`` and ``features``, where it has them; call in the file's order."""
        difficulty, features = row.get("difficulty"), row.get("features")
        if not isinstance(difficulty, int) or not isinstance(features, list):
            return
        self._check(row, difficulty, features, place, result)
        if self.curriculum:
            result.checked["order"] += 1
            here = difficulty, name_of(row)
            if here < self.last.get(place, here):
                result.found("order", name_of(row), f"of difficulty {difficulty}, behind {self.last[place]}", place)
            self.last[place] = here

    def check_drawn(self, row: Row, drawn: Drawn | str, place: str, result: Validation) -> None:
        """Check a row without the column ``difficulty`` by the kernel of its key."""
        if "difficulty" not in row and isinstance(drawn, Drawn):
            self._check(row, *difficulty_and_features(drawn.candidate), place, result)

    def _check(self, row: Row, difficulty: int, features: list[str], place: str, result: Validation) -> None:
        if not self.wanted:
            return
        result.checked["filter"] += 1
        if unmet := self.wanted.unmet(difficulty, features):
            has = f"it has difficulty {difficulty} and {', '.join(map(str, features)) or 'no feature'}"
            result.found("filter", name_of(row), f"the manifest says {', '.join(unmet)}: {has}", place)
