"""A small folder of config ``real``, as `collect` writes one: kernels of made-up packages, Parquet and manifest."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from generator.dataset.configs import get_config
from generator.dataset.real_rows import REAL, Origin, real_row
from generator.dataset.schema import schema_of
from generator.dataset.splits import SPLITS, split_of_project
from generator.launch import OUTPUT, Argument, Launch
from generator.lowering.warp_backend import lower, program
from generator.production.folder import files
from generator.production.folder.manifest_file import MANIFEST
from generator.production.folder.parquet_files import write_parquet

PROJECTS = ("newton", "XLB", "gswarp")
"""One of train, one of validation, one of test."""

BODIES = {
    "scale": "out[wp.tid()] = 2.0 * x[wp.tid()]",
    "smooth": "i = wp.tid()\n    if x[i] > 0.5:\n        out[i] = wp.sin(x[i])",
}
"""Name of a kernel and what it does."""

SOURCE = """import warp as wp


@wp.kernel
def {name}(x: wp.array(dtype=float), out: wp.array(dtype=float)):
    {body}
"""

LAUNCH = Launch(
    (
        Argument("x", "array", "float32", ndim=1, shape=(64,)),
        Argument("out", "array", "float32", ndim=1, shape=(64,), role=OUTPUT),
    ),
    dim=(64,),
)


def raw_row(name: str, body: str, **changes: Any) -> dict[str, Any]:
    """A kernel as `collect` gets it from the child that lowered it."""
    source = SOURCE.format(name=name, body=body)
    with program(source) as opened:
        code = {column: text for column, text in vars(lower(opened.kernel, cpu=True)).items() if text}
    return {
        **{"name": name, "qualified_name": name, "signature": "", "python_source": source, "self_contained": True},
        **{"file": "package/solvers/kernels.py", "line": 12, "description": f"The Warp kernel `{name}`."},
        **{"launch": LAUNCH.to_json(), "code": code, "adjoint": "own", "made_concrete": "", "needs": ""},
        **{"launch_origin": "arrays of one size", "not_verified": "not asked for"},
    } | changes


def origin(package: str, **changes: str) -> Origin:
    """Where a made-up package comes from."""
    known = {"version": "1.2.3", "license": "Apache-2.0", "url": f"https://example.org/{package}"}
    return Origin(**{"package": package, **known, "copyright": f"Copyright 2026 The {package} authors"} | changes)


def real_rows(bodies: Mapping[str, str] = BODIES) -> list[dict[str, Any]]:
    """The same kernels in every project, told apart by a constant, so that no two have one structure."""
    found = []
    for number, project in enumerate(PROJECTS):
        for name, body in bodies.items():
            loop = f"{body}\n    for k in range(3):\n        out[wp.tid()] += {' + '.join(['x[k]'] * (number + 1))}"
            found.append(real_row(raw_row(name, loop), origin(project)))
    return found


def write_real_folder(root: Path, rows: list[dict[str, Any]] | None = None, **manifest: Any) -> Path:
    """Write rows, by default `real_rows`, split by project; ``manifest`` has other entries of the manifest."""
    entries = []
    for split in SPLITS:
        mine = [row for row in rows or real_rows() if split_of_project(row["package"]) == split]
        if mine:
            path = root / REAL / f"{split}-00000-of-00001.parquet"
            facts = write_parquet(path, mine, schema_of(get_config(REAL)))
            entries.append({"path": path.relative_to(root).as_posix(), "config": REAL, "split": split, **facts})
    files.write_json(root / MANIFEST, {"complete": True, "files": entries, "rejected": {}} | manifest)
    return root
