"""A collection from beginning to end: import, lower, compile, run, write; it resumes where it was stopped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from generator.dataset.decontamination import decontaminate
from generator.dataset.real_rows import real_row, with_own_ids
from generator.isolation.parsing import NotParsed
from generator.production.collecting.attribution.licences import NotRedistributable
from generator.production.collecting.figures import ProjectFigures, entry_of
from generator.production.collecting.module_groups import in_module_groups
from generator.production.collecting.origins import Origins
from generator.production.collecting.package_launches import package_launches
from generator.production.collecting.sessions import Package, modules_with_kernels
from generator.production.collecting.sources.projects import Project
from generator.production.collecting.sources.requirements import WARP
from generator.production.collecting.stages.spool import Spool
from generator.production.collecting.stages.tasks import (
    RUN_TIERS,
    CompileTask,
    ModulesTask,
    PtxTask,
    TiersTask,
    in_groups,
)
from generator.production.collecting.stages.warp_kernels import WarpTask, kernels_of_warp
from generator.production.collecting.stages.workers import Workers
from generator.production.collection import WORK, Collection
from generator.production.collection_files import write_folder
from generator.production.folder import files
from generator.production.folder.build_names import CARD
from generator.production.folder.errors import BuildError, reports_full_disk
from generator.production.kernels import versions
from generator.production.making.manifest import damaged, open_as
from generator.production.progress import Reporter

COMPILE, TIERS, PTX = "compile", "tiers", "ptx"
"""Stages that rows go through, in order, after the stage of their modules."""

_ROW_TASKS: dict[str, type[CompileTask]] = {COMPILE: CompileTask, PTX: PtxTask}
"""Stage -> its task, for stages that need nothing but the rows."""

Group = tuple[Project, tuple[Mapping[str, Any], ...]]
"""A project and some of its rows."""


def collect(collection: Collection, root: Path, workers: int, reporter: Reporter) -> dict[str, Any]:
    """Make the folder of ``collection`` in ``root``, or finish it, or check that it is whole. Returns its manifest.

    Imports the projects' modules in sandboxed children: ask before. Raises BuildError, with a line that says what to
    do; everything finished until then is kept. Call ``work_folder`` first: it takes the folder's lock.
    """
    with reports_full_disk(root):
        return _Run(collection, root, workers, reporter).run()


@dataclass
class _Run:
    collection: Collection
    root: Path
    workers: int
    reporter: Reporter
    figures: dict[str, ProjectFigures] = field(default_factory=dict)
    origins: dict[str, Origins] = field(default_factory=dict)

    def run(self) -> dict[str, Any]:
        manifest = open_as(self.root, self._parameters())
        files.sweep(self.root)
        if manifest["complete"]:
            broken = [entry["path"] for entry in damaged(self.root, manifest["files"])]
            if not (self.root / CARD).exists():
                broken.append(CARD)
            if not broken:
                self.reporter.say(f"{self.root} is complete: {len(manifest['files'])} files with the right hash")
                return manifest
            self.reporter.say(f"made again, since missing or changed: {', '.join(broken)}")
        tasks = self._module_tasks()
        spool = Spool(self.root / WORK / "finished")
        with Workers(self.workers, spool) as running:
            self._do(running, "modules", tasks)
            groups = [(project, group) for project, rows in self._raw_rows(tasks, spool) for group in in_groups(rows)]
            for stage in self._row_stages():
                groups = self._done(running, stage, groups, spool)
        rows, dropped = decontaminate(self._rows(groups))
        for overlap in dropped:
            entry = {"file": overlap.id, "line": 0, "name": overlap.id, "reason": f"{overlap.reason}: {overlap.like}"}
            self.figures[overlap.package].overlapping.append(entry)
        if not rows:
            raise BuildError("none of the kernels gave a row: --verify codegen shows whether they lower at all")
        self.reporter.stage("files", len(rows))
        for row in rows:
            self.figures[row["package"]].add_row(row)
        overlaps = Counter(overlap.reason for overlap in dropped)
        about = {
            **self._parameters(),
            "private": self.collection.private,
            "decontamination": {"dropped": dict(sorted(overlaps.items()))},
        }
        known = [a for origins in self.origins.values() if (a := origins.attribution()) is not None]
        return write_folder(self.root, rows, about, list(self.figures.values()), known, self.reporter)

    def _parameters(self) -> dict[str, dict[str, Any]]:
        return {"recipe": self.collection.to_json(), "versions": versions()}

    def _row_stages(self) -> list[str]:
        """The stages that rows go through, up to the tier that was asked for."""
        verify = self.collection.verify
        wanted = {
            COMPILE: verify != "codegen",
            TIERS: verify in RUN_TIERS,
            PTX: verify != "codegen" and self.collection.ptx,
        }
        return [stage for stage, is_wanted in wanted.items() if is_wanted]

    def _done(self, running: Workers, stage: str, groups: Sequence[Group], spool: Spool) -> list[Group]:
        """The groups after a stage."""
        tasks = self._tiers_tasks(groups) if stage == TIERS else [_ROW_TASKS[stage](*group) for group in groups]
        self._do(running, stage, tasks)
        return [(task.project, self._finished(task, spool)) for task in tasks]

    def _tiers_tasks(self, groups: Sequence[Group]) -> list[TiersTask]:
        launches = {project.name: self._launches(project) for project in self.collection.projects}
        tasks = []
        for project, rows in groups:
            known = launches[project.name]
            tasks.append(TiersTask(project, rows, {n: known[n] for row in rows if (n := row["name"]) in known}))
        return tasks

    def _finished(self, task: ModulesTask | WarpTask | CompileTask | TiersTask, spool: Spool) -> Any:
        answer = spool.get(task.key)
        if answer is None:
            raise BuildError(f"a finished task of {task.project} is damaged: run the same command again")
        return tuple(answer) if isinstance(answer, list) else answer

    def _do(
        self, running: Workers, stage: str, tasks: Sequence[ModulesTask | WarpTask | CompileTask | TiersTask]
    ) -> None:
        self.reporter.stage(stage, sum(task.size for task in tasks))
        sizes = {task.key: task.size for task in tasks}
        for done in running.run(tasks):
            self.reporter.advance(sizes[done.key], {})

    def _module_tasks(self) -> list[ModulesTask | WarpTask]:
        """The tasks of the stage of modules: projects with most kernels first, and in each the groups with most."""
        tasks: list[ModulesTask | WarpTask] = []
        for project in self.collection.projects:
            figures = ProjectFigures(project.name, project.version, project.digest)
            self.figures[project.name] = figures
            self.origins[project.name] = origins = Origins(project, self.collection.license)
            if not project.private:
                assert origins.licences is not None  # raises here for a package that may not be collected
            if project.name == WARP:
                figures.found = kernels_of_warp()
                tasks.append(WarpTask(project, figures.found))
                continue
            counts = modules_with_kernels(Package(project.root, project.support))
            for group in in_module_groups(list(counts)):
                count = sum(counts[module] for module in group)
                figures.found += count
                tasks.append(ModulesTask(project, group, count, self.collection.limits))
        if not any(task.kernels for task in tasks):
            names = ", ".join(str(project) for project in self.collection.projects)
            raise BuildError(f"no @wp.kernel in the Python files of {names}: name a folder or a list that has some")
        found = {name: figures.found for name, figures in self.figures.items()}
        return sorted(tasks, key=lambda task: (-found[task.project.name], task.project.name, -task.kernels, task.files))

    def _raw_rows(
        self, tasks: Sequence[ModulesTask | WarpTask], spool: Spool
    ) -> Iterator[tuple[Project, list[dict[str, Any]]]]:
        """Raw rows of each project in the order of its files; the outcome of each module is counted in its figures."""
        for project in self.collection.projects:
            rows: list[dict[str, Any]] = []
            own = [task for task in tasks if task.project == project]
            outcomes = [pair for task in own for pair in zip(task.files, self._finished(task, spool), strict=True)]
            for _, outcome in sorted(outcomes, key=lambda pair: pair[0]):
                self.figures[project.name].add_outcome(outcome)
                rows += ({**row, "tiers": ["codegen"], "not_verified": ""} for row in outcome.get("rows", ()))
            rows.sort(key=lambda row: (row["file"], row["line"], row["qualified_name"], row["python_source"]))
            yield project, rows

    def _launches(self, project: Project) -> dict[str, Any]:
        """The launches found in a project's source text, by kernel."""
        return {} if project.name == WARP else package_launches(project.root)

    def _rows(self, groups: Sequence[Group]) -> list[dict[str, Any]]:
        """Finished rows of all projects, with unique ids; kernels that may not be redistributed are counted."""
        every: list[dict[str, Any]] = []
        for project in self.collection.projects:
            figures, origins = self.figures[project.name], self.origins[project.name]
            found: list[dict[str, Any]] = []
            for owner, rows in groups:
                if owner == project:
                    found += self._rows_of(rows, figures, origins)
            every += with_own_ids(found)
        return every

    def _rows_of(
        self, raws: Iterable[Mapping[str, Any]], figures: ProjectFigures, origins: Origins
    ) -> Iterator[dict[str, Any]]:
        for raw in raws:
            try:
                row = real_row(raw, origins.origin_of(raw))
            except NotRedistributable as error:
                figures.not_passed_on.append(entry_of(raw, str(error)))
            except (NotParsed, ValueError, KeyError, TypeError) as error:  # a child may answer anything
                figures.refused.append(entry_of(raw, f"no row: {type(error).__name__}: {error}"))
            else:
                if raw["not_verified"].startswith("compile: "):
                    figures.not_compiled.append(entry_of(raw, raw["not_verified"]))
                yield row
