"""A build from beginning to end: draw, plan, make, write; it resumes where an earlier run was stopped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from generator.production.folder import files
from generator.production.folder.build_names import CARD, STATS
from generator.production.folder.errors import BuildError, reports_full_disk
from generator.production.folder.manifest_file import MANIFEST
from generator.production.making.assembly import Part, finished_files, parts_of, pieces_for
from generator.production.making.config_schemas import keep_schemas
from generator.production.making.draw import Draws, candidates_of, count_of, draws_for, first_draws, further_draws
from generator.production.making.exclusion import Structures, keep_exclusion
from generator.production.making.manifest import (
    damaged,
    manifest_of,
    open_folder,
    refuse_foreign,
    strangers,
)
from generator.production.making.pieces import Piece, Progress, in_groups, progress_of
from generator.production.making.plan import Plan, load_plan, write_plan
from generator.production.making.recipe import Recipe
from generator.production.making.scarcity import Scarcity
from generator.production.making.tasks import WORK, Task
from generator.production.measuring.stats import stats_of
from generator.production.progress import Reporter
from generator.production.running.executors import Executor


def produce(
    recipe: Recipe, root: Path, executor: Executor, reporter: Reporter, excluded: Structures | None = None
) -> dict[str, Any]:
    """Make the build of ``recipe`` in ``root``, or finish it, or check that it is whole. Returns its manifest.

    ``excluded`` are the structures that the recipe names; a build begun earlier has their list already.

    Raises BuildError, with a line that says what to do, when it cannot; everything finished until then is kept.
    """
    refuse_foreign(root)
    try:
        work = root / WORK
        with reports_full_disk(root):
            work.mkdir(parents=True, exist_ok=True)
            with FileLock(work / "lock", timeout=0):
                return _Build(recipe, root, executor, reporter, excluded).run()
    except Timeout:
        raise BuildError(f"another process is producing in {root}") from None


@dataclass
class _Build:
    recipe: Recipe
    root: Path
    executor: Executor
    reporter: Reporter
    excluded: Structures | None
    work: Path = field(init=False)

    def __post_init__(self) -> None:
        self.work = self.root / WORK

    def run(self) -> dict[str, Any]:
        manifest = open_folder(self.root, self.recipe)
        files.sweep(self.root)
        keep_exclusion(self.recipe, self.work, self.excluded)
        if manifest["complete"]:
            self._refuse_strangers(manifest["files"])
            broken = damaged(self.root, manifest["files"])
            if not broken and self._has_card():
                self.reporter.say(f"{self.root} is complete: {len(manifest['files'])} files with the right hash")
                return manifest
            names = [entry["path"] for entry in broken] or [CARD]
            self.reporter.say(f"made again, since missing or changed: {', '.join(names)}")
        self._check_work_files()
        plan = self._settle_rows()
        entries = self._write_parts()
        self._refuse_strangers(entries)
        manifest = self._finish(plan, entries)
        self._clean()
        return manifest

    def _refuse_strangers(self, entries: Iterable[dict[str, Any]]) -> None:
        if unknown := strangers(self.root, self.recipe, entries):
            raise BuildError(f"{self.root / unknown[0]} is not of this build and would be read with it: remove it")

    def _check_work_files(self) -> None:
        """Remove work files whose content differs from their sidecar's facts: they are made again if needed."""
        for kind in ("draws", "pieces"):
            for path in sorted((self.work / kind).rglob("*.json")):
                file = path.with_suffix("")
                facts = files.facts_of(file)
                if file.exists() and (facts is None or not files.is_intact(file, facts)):
                    file.unlink()
        for path in sorted((self.work / "parts").rglob("*.json")):
            entries = finished_files(path)
            if entries is None or damaged(self.root, entries):
                path.unlink()

    def _settle_rows(self) -> Plan:
        """Draw, plan and make until every cell has its rows.

        All pieces that a plan has candidates for are made before more is drawn, so that draws do not depend on stops.
        """
        plan = self._planned() or self._plan(first_draws(self.recipe))
        scarcity = Scarcity(self.recipe)
        while unfinished := self._unfinished(plan):
            if found := [piece for cell in unfinished for piece in cell.missing]:
                self._make(found)
            else:
                scarcity.judge(plan, [cell.cell for cell in unfinished])
                plan = self._plan(_more_draws(plan, unfinished))
        return plan

    def _planned(self) -> Plan | None:
        """The plan on disk; None where there is none of this recipe."""
        plan = load_plan(self.work)
        cells = {f"{cell.split}/{cell.category}" for cell in self.recipe.cells()}
        if plan is None or not cells <= plan.candidates.keys() or first_draws(self.recipe).keys() != plan.draws.keys():
            return None
        return plan

    def _unfinished(self, plan: Plan) -> list[Progress]:
        every = (progress_of(cell, self.work, plan) for cell in self.recipe.cells())
        return [progress for progress in every if progress.missing or progress.lacks]

    def _plan(self, draws: Draws) -> Plan:
        tasks = (task for split in draws for task in draws_for(self.recipe, split, draws))
        missing = [task for task in tasks if not self._is_there(task.path(self.work))]
        self._run("candidates", sum(candidates_of(self.recipe, task) for task in missing), missing)
        return write_plan(self.recipe, self.work, draws)

    def _is_there(self, path: Path) -> bool:
        return path.exists() and files.facts_of(path) is not None

    def _write_parts(self) -> list[dict[str, Any]]:
        parts = list(parts_of(self.recipe))
        missing = [part for part in parts if not part.record(self.work).exists()]
        self._make(self._lost_pieces(missing))
        if missing:
            keep_schemas(self.recipe, self.work)
        self._run("files", sum(part.stop - part.start for part in missing), missing)
        return [entry for part in parts for entry in finished_files(part.record(self.work)) or ()]

    def _lost_pieces(self, parts: Sequence[Part]) -> list[Piece]:
        """Pieces of these parts to be made again: a finished build removed them, or they were damaged."""
        needed = {piece.path(self.work): piece for part in parts for piece in pieces_for(self.recipe, self.work, part)}
        return [piece for path, piece in needed.items() if not path.exists()]

    def _make(self, pieces: Sequence[Piece]) -> None:
        self._run("rows", sum(piece.stop - piece.start for piece in pieces), in_groups(pieces))

    def _run(self, stage: str, rows: int, tasks: Sequence[Task]) -> None:
        if not tasks:
            return
        self.reporter.stage(stage, rows)
        for _, figures in self.executor.run(self.root, tasks):
            self.reporter.advance(figures["rows"], figures["rejected"])

    def _finish(self, plan: Plan, entries: list[dict[str, Any]]) -> dict[str, Any]:
        """Write statistics, card, and last the manifest, the sign of completion."""
        # The card imports `datasets`, 0.6 s: stages and Slurm's workers import this module but write no card.
        from generator.production.publishing.card import write_card

        begun = manifest_of(self.recipe, entries, self._figures(plan), complete=False)
        files.write_json(self.root / MANIFEST, begun)
        self.reporter.say("measuring the build")
        stats = self.root / STATS
        files.write_json(stats, stats_of(self.root))
        if self.recipe.format == "parquet":
            write_card(self.root)
        listed = [*entries, {"path": STATS, "rows": 0, **files.describe(stats)}]
        manifest = manifest_of(self.recipe, listed, self._figures(plan), complete=True)
        files.write_json(self.root / MANIFEST, manifest)
        return manifest

    def _has_card(self) -> bool:
        """Whether the card is there, or not needed: a folder of JSON files has none."""
        return self.recipe.format != "parquet" or (self.root / CARD).exists()

    def _figures(self, plan: Plan) -> dict[str, Any]:
        refused: Counter[str] = Counter()
        failed: list[dict[str, str]] = []
        for cell in self.recipe.cells():
            for _, facts in progress_of(cell, self.work).finished:
                refused.update(facts["rejected"])
                failed.extend(facts["failed"])
        refused.update(plan.rejected)
        refused["repeated structure"] = plan.repeats
        return {"rejected": {reason: count for reason, count in sorted(refused.items()) if count}, "failed": failed}

    def _clean(self) -> None:
        """Remove what only an unfinished build needs; the plan and the sidecars stay, to make a damaged file again."""
        for kind in ("draws", "pieces"):
            for path in (self.work / kind).rglob("*"):
                if path.suffix in (".bin", ".arrow"):
                    path.unlink()


def _more_draws(plan: Plan, lacking: Iterable[Progress]) -> Draws:
    """The draws that are likely to give these cells the candidates they lack: at most twice as many as before."""
    wanted = {}
    for progress in lacking:
        split, category = progress.cell.split, progress.cell.category
        before, available = count_of(plan.draws, split, category), plan.available(progress.cell)
        more = -(-before * (progress.needed - available) // max(1, available))
        wanted[split, category] = min(before, max(1, before // 20, more))
    return further_draws(plan.draws, wanted)
