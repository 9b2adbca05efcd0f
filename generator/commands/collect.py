"""``collect``: make a dataset folder of published kernels, or of those in one's own code base."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression
from rich.console import Console
from rich.table import Table
from rich.text import Text

from generator.commands.console import wide_console
from generator.commands.foreign_code.consent import confirm_run
from generator.commands.refusal import refuse
from generator.cores import cores
from generator.dataset.configs import config_folder
from generator.escaping import one_line, visible
from generator.isolation import NotIsolated, require_isolation
from generator.lowering.native_output import silence_warp
from generator.production.collecting.figures import KINDS
from generator.production.collecting.sources.projects import Project, projects_of
from generator.production.collection import Collection, work_folder
from generator.production.collector import collect as make
from generator.production.folder.build_names import COLLECTED
from generator.production.folder.errors import BuildError
from generator.production.folder.manifest_file import read_json
from generator.production.progress import on_console
from generator.verification.tiers.tiers import DEFAULT_TIERS

CAUSES_SHOWN = 5
"""Most causes of each kind that are printed for a package."""


def collect(
    source: Annotated[
        Path | None,
        typer.Argument(
            help="A list of wheels with hashes, one wheel, or a folder with Python files; default: the list of `real`.",
            metavar="REQUIREMENTS.txt|FOLDER",
        ),
    ] = None,
    out: Annotated[Path, typer.Option(help="Folder of the build; run again over it to go on.", metavar="DIR")] = ...,  # type: ignore[assignment]
    run_code: Annotated[
        bool, typer.Option("--run-code", help="Yes to importing the packages' modules, each in a shut-in child.")
    ] = False,
    verify: Annotated[str, typer.Option(help=f"Highest tier to check: {', '.join(DEFAULT_TIERS)}.")] = "gradient",
    ptx: Annotated[
        bool, typer.Option("--ptx/--no-ptx", help="Make the PTX columns: takes longer than all else together.")
    ] = True,
    license: Annotated[
        str, typer.Option(help="Licence of a folder of your own, as SPDX says it; default: not known.", metavar="SPDX")
    ] = "",
    workers: Annotated[
        int | None, typer.Option(min=1, help="Modules at a time; default: one a core of this machine.")
    ] = None,
    unsandboxed: Annotated[
        bool, typer.Option("--unsandboxed", help="Import modules even where this system cannot shut them in.")
    ] = False,
) -> None:
    """Find, lower and check the Warp kernels of packages or of a folder. Run again to go on where it stopped."""
    silence_warp()
    if verify not in DEFAULT_TIERS:
        refuse("collect", f"no tier is called {verify!r}: choose from {', '.join(DEFAULT_TIERS)}")
    source = source or config_folder() / "real.txt"
    try:
        require_isolation(unsandboxed)
        work, lock = work_folder(out)
        with lock:
            with on_console(Console(stderr=True)) as reporter:
                reporter.say(f"reading {source}")
                projects = projects_of(source, work, lambda line: reporter.say(visible(line)))
            collection = Collection(tuple(projects), verify, _licence(license, projects), ptx)
            confirm_run(f"the module code of {_named(projects)}, in children that are shut in", run_code, unsandboxed)
            with on_console(Console(stderr=True)) as reporter:
                manifest = make(collection, out, workers or cores(), reporter)
    except (BuildError, NotIsolated) as error:
        refuse("collect", error)
    _show(read_json(out / COLLECTED), manifest, out)


def _licence(written: str, projects: list[Project]) -> str:
    """The licence that ``--license`` gives a folder, in canonical SPDX; empty where it is not given."""
    if not written:
        return ""
    if not any(project.private for project in projects):
        raise BuildError("--license is for a folder of your own: wheels say theirs themselves")
    try:
        return str(canonicalize_license_expression(written))
    except InvalidLicenseExpression:
        raise BuildError(
            f"--license {one_line(written, 60)} is no SPDX expression: write MIT, Apache-2.0, ..."
        ) from None


def _named(projects: list[Project]) -> str:
    names = ", ".join(str(project) for project in projects)
    return names if len(projects) == 1 else f"{len(projects)} packages ({names})"


_COUNTS = ("found", "recorded", "lowered", "rows", "self_contained")


def _show(found: dict[str, Any], manifest: dict[str, Any], out: Path) -> None:
    """Print a table by package, the most frequent causes of each kind, and the file that has every kernel."""
    projects = found["projects"]
    tiers = [tier for tier in DEFAULT_TIERS[1:] if any(tier in project["tiers"] for project in projects)]
    lists = [kind for kind in KINDS if any(project[kind] for project in projects)]
    table = Table("package", *(name.replace("_", " ") for name in (*_COUNTS, *tiers, *lists)))
    for column in table.columns[1:]:
        column.justify = "right"
    rows = [
        [
            *(project[name] for name in _COUNTS),
            *(project["tiers"].get(tier, 0) for tier in tiers),
            *(len(project[kind]) for kind in lists),
        ]
        for project in projects
    ]
    for project, counts in zip(projects, rows, strict=True):
        name = f"{project['package']} {project['version']}".strip()
        table.add_row(Text(one_line(name)), *(f"{count:,}" for count in counts))
    total = [sum(column) for column in zip(*rows, strict=True)]
    if len(projects) > 1:
        table.add_section()
        table.add_row("all", *(f"{count:,}" for count in total))
    console = wide_console()
    console.print(table)
    for kind in lists:
        for project in projects:
            causes = list(project["causes"].get(kind, {}).items())
            shown = [f"{count:,} {cause}" for cause, count in causes[:CAUSES_SHOWN]]
            rest = f", and {len(causes) - CAUSES_SHOWN:,} more causes" if len(causes) > CAUSES_SHOWN else ""
            if shown:
                line = f"{project['package']}, {kind.replace('_', ' ')}: {'; '.join(shown)}{rest}"
                console.print(Text(one_line(line, 1_000)), soft_wrap=True)
    size = sum(entry["bytes"] for entry in manifest["files"])
    console.print(Text(f"{out}: {total[_COUNTS.index('rows')]:,} rows, {size:,} bytes; {COLLECTED} has every kernel"))
    if manifest.get("private"):
        console.print("It holds a folder of your own: the manifest says private, and `push` wants --private.")
