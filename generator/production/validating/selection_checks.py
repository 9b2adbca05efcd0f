"""What a manifest says of which kernels were chosen, and in which order: whether the rows are so."""

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
    """Of each file the place of the row that was looked at last."""

    @classmethod
    def of_manifest(cls, manifest: Mapping[str, Any]) -> Selection:
        """What a manifest says; BuildError where that is no filter. Everything, where it is not of a stream."""
        recipe = manifest.get("recipe", {})
        if recipe.get("stream") not in STREAMS:
            return cls()
        return cls(filter_in(recipe), recipe.get("curriculum") is True)

    def check_text(self, row: Row, place: str, result: Validation) -> None:
        """A row by its own columns, where it has them; rows of a file come in order."""
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
        """A row that does not say how difficult it is, by the kernel of its key."""
        if "difficulty" not in row and isinstance(drawn, Drawn):
            self._check(row, *difficulty_and_features(drawn.candidate), place, result)

    def _check(self, row: Row, difficulty: int, features: list[str], place: str, result: Validation) -> None:
        if not self.wanted:
            return
        result.checked["filter"] += 1
        if unmet := self.wanted.unmet(difficulty, features):
            has = f"it has difficulty {difficulty} and {', '.join(map(str, features)) or 'no feature'}"
            result.found("filter", name_of(row), f"the manifest says {', '.join(unmet)}: {has}", place)
