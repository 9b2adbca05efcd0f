"""The three kinds of task, each a pure function of the folder and a key: any worker writes the same file."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from generator.production.folder.build_names import PRODUCING
from generator.production.folder.errors import BuildError, OtherBuild
from generator.production.folder.manifest_file import MANIFEST, read_manifest
from generator.production.making.assembly import Part, write_part
from generator.production.making.draw import Draw, draw
from generator.production.making.pieces import Pieces, make_pieces
from generator.production.making.plan import load_plan
from generator.production.making.recipe import Recipe, differences
from generator.production.making.stream import kernels_of

WORK = PRODUCING
"""Folder inside the build for draws, plan and pieces; little of it is left at the end."""

Task = Draw | Pieces | Part


def perform(root: Path, task: Task, isolated: bool = True) -> dict[str, Any]:
    """Do one task for the build in ``root``. Returns its figures: ``rows`` and ``rejected`` by reason.

    ``isolated`` keeps this process alive whatever a kernel does to it; see ``KernelStream.make``.
    """
    recipe, work = recipe_of(root), root / WORK
    match task:
        case Draw():
            return draw(recipe, work, task)
        case Pieces():
            plan = load_plan(work)
            if plan is None:
                raise FileNotFoundError(work / "plan.json")
            return make_pieces(recipe, work, plan, task, isolated)
        case Part():
            return {"rows": sum(entry["rows"] for entry in write_part(recipe, root, work, task)), "rejected": {}}


@lru_cache(maxsize=4)
def recipe_of(root: Path) -> Recipe:
    """The recipe in a build's manifest; OtherBuild when this process runs other code than the build began with."""
    manifest = read_manifest(root)
    if "recipe" not in manifest or "versions" not in manifest:
        raise BuildError(f"{root / MANIFEST} is damaged: it has no recipe")
    recipe = Recipe.from_json(manifest["recipe"])
    if changed := differences(manifest["versions"], kernels_of(recipe).versions()):
        raise OtherBuild(f"the code changed while {root} was made ({'; '.join(changed)}): remove it and start again")
    return recipe
