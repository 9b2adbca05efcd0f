"""A build cut into stages that many machines can share: for datatrove, for a Slurm array, for a loop in a shell.

``ProductionStep`` is a datatrove pipeline step. ``python -m generator.production.steps DIR STAGE RANK WORLD_SIZE`` does
the same without datatrove. What the stages leave undone, `produce` on the same folder completes.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.production.folder import files
from generator.production.folder.errors import BuildError
from generator.production.making.draw import Draw, draws_for, first_draws
from generator.production.making.pieces import Pieces, first_pieces, in_groups
from generator.production.making.plan import load_plan, write_plan
from generator.production.making.recipe import Recipe
from generator.production.making.tasks import WORK, perform, recipe_of
from generator.production.producer import produce
from generator.production.progress import Silent
from generator.production.running.executors import executor_for


def draw_tasks(recipe: Recipe, work: Path) -> Sequence[Draw | Pieces]:
    """All draws of the first plan."""
    draws = first_draws(recipe)
    return [task for split in draws for task in draws_for(recipe, split, draws)]


def plan_tasks(recipe: Recipe, work: Path) -> Sequence[Draw | Pieces]:
    """No tasks: the one worker of this stage writes the plan here."""
    if load_plan(work) is None:
        write_plan(recipe, work, first_draws(recipe))
    return ()


def piece_tasks(recipe: Recipe, work: Path) -> Sequence[Draw | Pieces]:
    """All pieces of the planned rows; spares, and rows that need further draws, are left to `produce`."""
    plan = load_plan(work)
    if plan is None:
        raise BuildError(f"no plan in {work}: run the stage `plan` first")
    cells = ((cell, plan.available(cell)) for cell in recipe.cells())
    return in_groups(piece for cell, count in cells for piece in first_pieces(cell) if piece.stop <= count)


STAGES: dict[str, Callable[[Recipe, Path], Sequence[Draw | Pieces]]] = {
    "draw": draw_tasks,
    "plan": plan_tasks,
    "make": piece_tasks,
}
"""Stage -> function that lists its tasks, in the order in which the stages have to run."""


def _files_of(task: Draw | Pieces, work: Path) -> list[Path]:
    return [task.path(work)] if isinstance(task, Draw) else [piece.path(work) for piece in task.pieces]


@dataclass
class ProductionStep:
    """One stage of the build whose manifest is in ``root``, as a step of a datatrove pipeline.

    ``root`` must be on a disk that all workers share; `plan` needs a world size of 1.
    """

    root: Path
    stage: str

    def __call__(self, data: Any = None, rank: int = 0, world_size: int = 1) -> Iterator[Any]:
        """Do this rank's share of the tasks that are not done yet; passes on ``data``."""
        return self.run(data, rank, world_size)

    def run(self, data: Any = None, rank: int = 0, world_size: int = 1) -> Iterator[Any]:
        """See ``__call__``."""
        if self.stage == "plan" and world_size != 1:
            raise BuildError("the stage `plan` is for one worker")
        root, work = Path(self.root), Path(self.root) / WORK
        for task in STAGES[self.stage](recipe_of(root), work)[rank::world_size]:
            if not all(files.facts_of(path) for path in _files_of(task, work)):
                perform(root, task)
        yield from data or ()


def main(arguments: Sequence[str]) -> None:
    """``DIR STAGE RANK WORLD_SIZE``; the stage `finish` is `produce` itself, with ``WORLD_SIZE`` processes."""
    root, stage, rank, world_size = Path(arguments[0]), arguments[1], int(arguments[2]), int(arguments[3])
    if stage == "finish":
        with executor_for("local", world_size) as executor:
            produce(recipe_of(root), root, executor, Silent())
        return
    for _ in ProductionStep(root, stage).run(None, rank, world_size):
        pass


if __name__ == "__main__":
    main(sys.argv[1:])
