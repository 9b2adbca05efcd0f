"""Columns of PTX and SASS made from the CUDA columns, many rows in one run of each compiler."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from generator.lowering.binaries.architectures import ARCHITECTURES
from generator.lowering.binaries.ptx import ptx_batch
from generator.lowering.binaries.sass import Sass, sass_batch
from generator.lowering.warp_backend import BLOCK_DIM, CompileError

DIRECTIONS = ("forward", "backward")


def column(kind: str, direction: str, arch: str) -> str:
    """Name of a column: ``ptx_forward_sm90``; ``kind`` is "ptx", "sass" or "usage"."""
    return f"{kind}_{direction}_{arch.replace('_', '')}"


def columns(kind: str, archs: Sequence[str] = ARCHITECTURES) -> tuple[str, ...]:
    """All columns of a kind, forward before backward for each architecture."""
    return tuple(column(kind, direction, arch) for arch in archs for direction in DIRECTIONS)


def ptx_rows(
    rows: Sequence[Mapping[str, Any]], archs: Sequence[str] = ARCHITECTURES, block_dim: int = BLOCK_DIM["cuda"]
) -> list[dict[str, Any]]:
    """PTX columns of rows that have ``cuda_forward`` and ``cuda_backward``; "" where there is no CUDA text.

    Raises ``CompileError`` for a text that NVRTC refuses.
    """
    found: list[dict[str, Any]] = [{} for _ in rows]
    for arch in archs:
        places = list(_texts(rows))
        results = ptx_batch([text for _, _, text in places], arch, block_dim)
        for (number, direction, _), ptx in zip(places, results, strict=True):
            if isinstance(ptx, CompileError):
                ptx.add_note(f"in {direction} code for {arch} of {rows[number].get('id', f'row {number}')}")
                raise ptx
            found[number][column("ptx", direction, arch)] = ptx
    return [{name: row.get(name, "") for name in columns("ptx", archs)} for row in found]


def sass_rows(
    rows: Sequence[Mapping[str, Any]], archs: Sequence[str] = ARCHITECTURES, block_dim: int = BLOCK_DIM["cuda"]
) -> list[dict[str, Any]]:
    """SASS columns, each with its ``usage`` struct (None where there is no code).

    Made from the rows' PTX columns where they have them, else from PTX that ``ptx_rows`` makes.
    """
    present = bool(rows) and all(name in rows[0] for name in columns("ptx", archs))
    ptx = rows if present else ptx_rows(rows, archs, block_dim)
    found: list[dict[str, Any]] = [
        dict.fromkeys(columns("sass", archs), "") | dict.fromkeys(columns("usage", archs)) for _ in rows
    ]
    for arch in archs:
        places = [
            (number, direction, row[column("ptx", direction, arch)])
            for number, row in enumerate(ptx)
            for direction in DIRECTIONS
            if row[column("ptx", direction, arch)]
        ]
        results = sass_batch([text for _, _, text in places], arch)
        for (number, direction, _), sass in zip(places, results, strict=True):
            found[number][column("sass", direction, arch)] = sass.text
            found[number][column("usage", direction, arch)] = usage(sass)
    return found


def usage(sass: Sass) -> dict[str, Any]:
    """The value of a ``usage`` column for a text."""
    mix = [{"opcode": opcode, "count": count} for opcode, count in sass.instruction_mix.items()]
    figures = {name: value for name, value in vars(sass).items() if name not in ("text", "instruction_mix")}
    return figures | {"instruction_mix": mix}


def _texts(rows: Sequence[Mapping[str, Any]]) -> Iterator[tuple[int, str, str]]:
    for number, row in enumerate(rows):
        for direction in DIRECTIONS:
            text = row[f"cuda_{direction}"]
            if text:
                yield number, direction, text
