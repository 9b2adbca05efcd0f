"""One JSON file a row, and one folder a stand-alone program, for tools that do not read Parquet."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from generator.lowering.standalone.whole_program.run import CPU_HEADERS
from generator.production.folder import files

PROGRAM_FILES = {
    "python_source": "{kernel_name}.py",
    "cuda_standalone": "{kernel_name}.cu",
    "makefile": "Makefile",
}
"""Columns of a stand-alone program and their files; the other columns go to metadata.json."""

CPU_FOLDER = "cpu"
"""Folder beside each program with the headers that `make run-cpu` needs, so that a program can be moved alone."""

TEXTS = (
    *("python_source", "cuda_forward", "cuda_backward", "cpp_forward", "cpp_backward"),
    *("cuda_standalone", "makefile", "ptx", "sass", "task", "prompt", "completion", "messages"),
)
"""Columns that stand at the top of a row's JSON; the other columns are its metadata."""


def write_row(folder: Path, row: Mapping[str, Any]) -> list[tuple[Path, dict[str, Any]]]:
    """Write one row below ``folder``. Returns each file with its hash and size; the first one counts as the row."""
    name = str(row["id"])
    if all(column in row for column in PROGRAM_FILES):
        contents = {f"{name}/{file.format(**row)}": str(row[column]) for column, file in PROGRAM_FILES.items()}
        for header in sorted(CPU_HEADERS.glob("*.h")):
            if f"#include <{header.name}>" in row["cuda_standalone"]:
                contents[f"{name}/{CPU_FOLDER}/{header.name}"] = header.read_text(encoding="utf-8")
        contents[f"{name}/metadata.json"] = _dump({k: v for k, v in row.items() if k not in PROGRAM_FILES})
    else:
        texts = {k: v for k, v in row.items() if k in TEXTS}
        contents = {f"{name}.json": _dump({**texts, "metadata": {k: v for k, v in row.items() if k not in TEXTS}})}
    written: list[tuple[Path, dict[str, Any]]] = []
    for relative, content in contents.items():
        path = folder / relative
        files.write_bytes(path, content.encode())
        written.append((path, {"rows": int(not written), **files.describe(path)}))
    return written


def _dump(value: Mapping[str, Any]) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"
