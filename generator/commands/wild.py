"""``wild``: lower the kernels of Warp's own library and examples."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer
import warp as wp
from rich.table import Table

from generator.commands.console import wide_console
from generator.dataset.configs import WILD, get_config
from generator.dataset.decontamination import WILD_FILE, write_wild_fingerprints
from generator.dataset.given_rows import wild_rows
from generator.dataset.schema import schema_of
from generator.dataset.splits import SPLITS
from generator.lowering.native_output import silence_warp
from generator.lowering.standalone import Unsupported
from generator.lowering.standalone.whole_program.translation import translate_device_code
from generator.lowering.user_kernels.generics import instances
from generator.lowering.user_kernels.wild import Failure, import_library, lower_wild_kernel, place_of, wild_kernels
from generator.production.folder.parquet_files import write_parquet


def wild(
    report: Annotated[bool, typer.Option("--report", help="Count kernels found, lowered, translated.")] = False,
    out: Annotated[Path | None, typer.Option(help="Write the config `wild` into this build folder.")] = None,
    fingerprints: Annotated[bool, typer.Option("--fingerprints", help="Write the list that rows must avoid.")] = False,
) -> None:
    """Lower the kernels of the installed Warp itself (Apache-2.0): real code beside the synthetic."""
    silence_warp()
    if not (report or out or fingerprints):
        raise typer.BadParameter("nothing to do: give --report, --out DIR or --fingerprints")
    if report:
        _report()
    if out is not None:
        _write(out)
    if fingerprints:
        typer.echo(f"{write_wild_fingerprints()} fingerprints in {WILD_FILE.name}")


def _report() -> None:
    kernels, lowered, rows, whole, translated = (
        Counter[str](),
        Counter[str](),
        Counter[str](),
        Counter[str](),
        Counter[str](),
    )
    failures: list[Failure] = []
    reasons = Counter[str]()
    for kernel in wild_kernels():
        _, package = place_of(kernel)
        kernels[package] += 1
        found = lower_wild_kernel(kernel)
        if isinstance(found, Failure):
            failures.append(found)
            continue
        lowered[package] += 1
        rows[package] += len(found)
        whole[package] += sum(each.self_contained for each in found)
        reason = _no_translation(kernel)
        if reason:
            reasons[reason] += 1
        else:
            translated[package] += 1
    table = Table(title="Kernels of the installed Warp", title_justify="left")
    for heading in ("package", "kernels", "lowered", "rows", "self-contained", "stand-alone CUDA"):
        table.add_column(heading, justify="left" if heading == "package" else "right")
    for package in sorted(kernels):
        table.add_row(package, *(str(count[package]) for count in (kernels, lowered, rows, whole, translated)))
    table.add_section()
    table.add_row("all", *(str(count.total()) for count in (kernels, lowered, rows, whole, translated)))
    console = wide_console()
    console.print(table)
    share = lowered.total() / kernels.total()
    console.print(f"lowered: {share:.1%}; translated to stand-alone CUDA: {translated.total() / kernels.total():.1%}")
    console.print(_listed("Not lowered", [(f"{f.file}:{f.line} {f.name}", f.reason) for f in failures]))
    console.print(_listed("Modules skipped", [(s.module, s.reason) for s in import_library()]))
    console.print(_listed("No stand-alone CUDA for", [(reason, str(n)) for reason, n in reasons.most_common()]))


def _no_translation(kernel: wp.Kernel) -> str:
    """The construct that stand-alone CUDA cannot express; "" where there is none."""
    try:
        for instance in instances(kernel):
            adjoint = bool(kernel.options.get("enable_backward", True))
            translate_device_code(instance, instance.adj.kernel_dim or 1, adjoint=adjoint)
    except Unsupported as error:
        return error.construct
    return ""


def _listed(title: str, lines: list[tuple[str, str]]) -> Table:
    table = Table(title=f"{title}: {len(lines)}", title_justify="left", show_header=False)
    for pair in lines:
        table.add_row(*pair)
    return table


def _write(folder: Path) -> None:
    config = get_config(WILD)
    for split in SPLITS:
        path = folder / WILD / f"{split}-00000-of-00001.parquet"
        facts = write_parquet(path, wild_rows(config, split), schema_of(config))
        typer.echo(f"{path}  {facts['rows']} rows")
