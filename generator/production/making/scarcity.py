"""Whether a build asks for more rows than a category has structures, so that drawing would never end."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from generator.dataset.splits import split_rows
from generator.production.folder.errors import BuildError
from generator.production.making.draw import count_of, shards_of_a_draw
from generator.production.making.plan import Plan
from generator.production.making.recipe import Cell, Recipe, filter_in
from generator.production.making.stream import kernels_of

LEAST_CANDIDATES = 100
"""Least number of further candidates of a cell on which it is judged."""

LEAST_NEW_SHARE = 0.02
"""Share of these that must be of a new structure, or the cell is given up."""


@dataclass
class Scarcity:
    """For each cell that lacks candidates, how many were drawn and how many were new when it was judged last."""

    recipe: Recipe
    judged: dict[Cell, tuple[int, int]] = field(default_factory=dict)

    def judge(self, plan: Plan, short: Iterable[Cell]) -> None:
        """Raise BuildError, which says what to relax, where drawing on gave a cell next to nothing new."""
        for cell in short:
            drawn, new = self._drawn(plan, cell), plan.available(cell)
            drawn_before, new_before = self.judged.setdefault(cell, (drawn, new))
            if drawn - drawn_before < LEAST_CANDIDATES:
                continue
            if new - new_before < LEAST_NEW_SHARE * (drawn - drawn_before):
                raise BuildError(self._line(cell, drawn - drawn_before, new - new_before, new))
            self.judged[cell] = drawn, new

    def _line(self, cell: Cell, drawn: int, new: int, all_new: int) -> str:
        advice = filter_in(self.recipe.to_json()).advice or ", or leave the category out"
        advice = f"{advice}, or take --no-distinct" if self.recipe.distinct else advice
        return (
            f"category {cell.category!r} has {all_new:,} structures for {cell.split}, not the {cell.rows:,} that it "
            f"needs: of its last {drawn:,} candidates {new:,} were new; ask for fewer rows{advice}"
        )

    def _drawn(self, plan: Plan, cell: Cell) -> int:
        """Candidates that were drawn for a cell, repeats included."""
        rows = split_rows(self.recipe.rows)[cell.split]
        shards = count_of(plan.draws, cell.split, cell.category) * shards_of_a_draw(self.recipe, cell.split)
        return shards * rows // kernels_of(self.recipe).shard_count(rows) // len(self.recipe.categories)
