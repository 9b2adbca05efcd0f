"""``emulate``: run a kernel's device code without a GPU, and report what it does wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from generator.commands.console import wide_console
from generator.commands.device_launch.answer import Launched, launched_of
from generator.commands.device_launch.show import show
from generator.commands.device_launch.struct_text import array_files
from generator.commands.foreign_code.consent import confirm_run
from generator.commands.foreign_code.still_running import progress_notes
from generator.commands.refusal import refuse
from generator.emulation.launch import MOST_STEPS
from generator.isolation import Child, ChildFailed, Limits, NotIsolated
from generator.production.folder import files
from generator.production.folder.errors import BuildError

ORDERS = ("forward", "backward", "random", "serial")

LIMITS = Limits(seconds=120.0, memory_bytes=8 << 30, result_bytes=1 << 30)
"""Limits of one launch with its compilation: two minutes and 8 GB."""

LAUNCHES = "generator.commands.device_launch"


def emulate(
    target: Annotated[str, typer.Argument(help="PTX, CUDA device code, or the id of a row.", metavar="FILE|ID")],
    kernel: Annotated[str, typer.Option(help="Name of the kernel; needed where the file has several.")] = "",
    arg: Annotated[
        list[str] | None,
        typer.Option(
            help="An argument, in order: x.npy, float32[256]=zeros|ones|arange|random|empty|NUMBER, int32=7, 2.5, "
            "struct.json.",
            metavar="ARG",
        ),
    ] = None,
    grid: Annotated[str, typer.Option(help="Blocks: 4 or 4,2,1; by default 1, for a row what it needs.")] = "",
    block: Annotated[str, typer.Option(help="Threads of a block: 64 or 16,16; by default 256.")] = "",
    shared: Annotated[int, typer.Option(min=0, max=1 << 20, help="Bytes of dynamic shared memory.")] = 0,
    order: Annotated[str, typer.Option(help=f"Order of the threads: {', '.join(ORDERS)}.")] = "forward",
    seed: Annotated[int, typer.Option(min=0, help="Seed of random order, random arrays and a row's inputs.")] = 0,
    adjoint: Annotated[bool, typer.Option("--adjoint", help="Run a row's adjoint from output gradients of 1.")] = False,
    trace: Annotated[int, typer.Option(min=0, max=10_000, help="Show this many instructions with registers.")] = 0,
    save: Annotated[Path | None, typer.Option(help="Folder for the arrays afterwards, as .npy.", metavar="DIR")] = None,
    data: Annotated[
        Path | None, typer.Option(help="Build to read the row from; default: make it from its id.", metavar="DIR")
    ] = None,
    run_code: Annotated[
        bool, typer.Option("--run-code", help="With --data: yes to running the row's Python, in a shut-in child.")
    ] = False,
    unsandboxed: Annotated[
        bool, typer.Option("--unsandboxed", help="With --data: run it even where this system cannot shut it in.")
    ] = False,
    html: Annotated[Path | None, typer.Option(help="Write a page about the launch.", metavar="FILE")] = None,
) -> None:
    """Run a kernel's device code without a GPU: results, races, stray accesses, counts. Exit 1 for a finding."""
    if order not in ORDERS:
        refuse("emulate", f"no order is called {order!r}: choose from {', '.join(ORDERS)}")
    request = {
        "kernel": kernel, "args": arg or [], "grid": _sizes("--grid", grid), "block": _sizes("--block", block),
        "shared": shared, "order": order, "seed": seed, "adjoint": adjoint, "trace": trace, "map": html is not None,
    }  # fmt: skip
    if target.endswith((".ptx", ".cu")):
        if data is not None:
            refuse("emulate", "--data is for a row, by its id")
        found = _of_file(Path(target), request)
    else:
        found = _of_row(target, data, run_code, unsandboxed, request)
    show(found, wide_console())
    if save is not None:
        _save(found, save)
    if html is not None:
        _write_page(found, Path(target).name, html)
    if found.findings or found.traps:
        raise typer.Exit(1)


def _sizes(option: str, text: str) -> list[int]:
    """The sizes of a grid or block that an option gives; empty where it is not given."""
    sizes = [int(each) for each in text.split(",")] if re.fullmatch(r"\d{1,9}(,\d{1,9}){0,2}", text) else []
    if text and (not sizes or min(sizes) < 1):
        refuse("emulate", f"{option} takes one to three sizes with commas, of at least 1: not {text!r}")
    return sizes


def _of_file(path: Path, request: dict[str, Any]) -> Launched:
    if not path.is_file():
        refuse("emulate", f"{path.name}: {'a folder' if path.is_dir() else 'no such file'}: give a .ptx or .cu file")
    if request["adjoint"]:
        refuse("emulate", "--adjoint is for a row: a file says which of its kernels is one")
    args = [str(Path(text).absolute()) if text.endswith((".npy", ".json")) else text for text in request["args"]]
    readable = [path, *filter(Path.is_file, _files_of(args))]
    return _answered(
        path.name, "file_launch:launch_file", request | {"file": str(path.absolute()), "args": args}, readable
    )


def _files_of(args: list[str]) -> Iterator[Path]:
    """The files that arguments name, and those that their JSON structs name."""
    for text in args:
        if text.endswith(".npy"):
            yield Path(text)
        elif text.endswith(".json"):
            yield Path(text)
            try:
                yield from array_files(Path(text))
            except ValueError as error:
                refuse("emulate", error)


def _of_row(row_id: str, data: Path | None, run_code: bool, unsandboxed: bool, request: dict[str, Any]) -> Launched:
    if request["args"] or request["kernel"]:
        refuse("emulate", f"{row_id} is no .ptx or .cu file, and a row has its own kernel and arguments")
    # The synthesizer and Arrow take 0.7 s to import, and files do not need them.
    from generator.commands.device_launch.row_text import RowText, made_row, stored_row

    try:
        row: RowText = made_row(row_id) if data is None else stored_row(data, row_id)
        if data is not None:
            confirm_run(f"the Python of row {row_id} in {data}, in a child that is shut in", run_code, unsandboxed)
    except (ValueError, BuildError, NotIsolated) as error:
        refuse("emulate", error)
    return _answered(row_id, "row_launch:launch_row", request | {"source": row.source, "launch": row.launch}, [])


def _answered(name: str, entry: str, request: dict[str, Any], readable: list[Path]) -> Launched:
    ends = f"a launch ends at {MOST_STEPS:,} instructions or after {LIMITS.seconds:.0f} s"
    try:
        with Child(readable=readable) as child, progress_notes("emulate", name, ends):
            answer = child.call(f"{LAUNCHES}.{entry}", request, LIMITS)
    except ChildFailed as error:
        refuse("emulate", f"{name}: its process {error.args[0]}")
    if isinstance(answer, dict) and "error" in answer:
        refuse("emulate", f"{name}: {answer['error']}")
    try:
        return launched_of(answer)
    except (AttributeError, LookupError, TypeError, ValueError):
        refuse("emulate", f"{name}: its process answered with something else than a launch")


def _save(found: Launched, folder: Path) -> None:
    for output in found.outputs:
        path = folder / f"{re.sub(r'[^A-Za-z0-9_.-]', '_', output.name)}.npy"
        with files.replacing(path) as temporary, temporary.open("wb") as opened:
            np.save(opened, output.values)
        typer.echo(str(path))


def _write_page(found: Launched, title: str, path: Path) -> None:
    # Jinja takes 40 ms to import, and no other output needs it.
    from generator.commands.device_launch.page import page

    files.write_bytes(path, page(found, title).encode())
    typer.echo(str(path))
