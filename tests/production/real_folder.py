"""A small folder of config ``real``, as `collect` writes one: kernels of made-up packages, Parquet and manifest."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from generator.dataset.configs import get_config
from generator.dataset.real_rows import REAL, Origin, real_row
from generator.dataset.schema import schema_of
from generator.dataset.splits import SPLITS, split_of_project
from generator.launch import OUTPUT, Argument, Launch
from generator.lowering.warp_backend import lower, program
from generator.production import kernels
from generator.production.folder import files
from generator.production.folder.build_names import COLLECTED, STATS
from generator.production.folder.manifest_file import MANIFEST
from generator.production.folder.parquet_files import write_parquet
from generator.production.measuring.stats import stats_of

KERNELS = {
    "newton": {
        "scale": "out[wp.tid()] = 2.0 * x[wp.tid()]",
        "clip": "i = wp.tid()\n    if x[i] > 0.5:\n        out[i] = wp.sin(x[i])",
    },
    "XLB": {"stream": "i = wp.tid()\n    left = x[wp.max(i - 1, 0)]\n    out[i] = left - x[i] * x[i]"},
    "gswarp": {
        "blend": "i = wp.tid()\n    total = float(0.0)\n    for k in range(4):\n        total += wp.exp(-x[i])\n"
        "    out[i] = total"
    },
}
"""Project -> its kernels, name and body: of train, of validation, of test."""

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


def real_rows() -> list[dict[str, Any]]:
    """A row of each of `KERNELS`."""
    pairs = ((project, item) for project, kernels in KERNELS.items() for item in kernels.items())
    return [real_row(raw_row(*item), origin(project)) for project, item in pairs]


def write_real_folder(root: Path, rows: list[dict[str, Any]] | None = None, **manifest: Any) -> Path:
    """Write rows, by default `real_rows`, split by project; ``manifest`` has other entries of the manifest."""
    rows = rows or real_rows()
    entries = []
    for split in SPLITS:
        mine = [row for row in rows if split_of_project(row["package"]) == split]
        if mine:
            path = root / REAL / f"{split}-00000-of-00001.parquet"
            facts = write_parquet(path, mine, schema_of(get_config(REAL)))
            entries.append({"path": path.relative_to(root).as_posix(), "config": REAL, "split": split, **facts})
    packages = sorted({(row["package"], row["version"]) for row in rows})
    recipe = {
        "configs": [REAL],
        "packages": [{"name": name, "version": version, "sha256": "0" * 64} for name, version in packages],
        **{"verify": "gradient", "license": "", "ptx": True},
    }
    about = {"complete": True, "recipe": recipe, "versions": kernels.versions(), "rejected": {}} | manifest
    files.write_json(root / MANIFEST, about | {"files": entries})
    files.write_json(root / STATS, stats_of(root))
    files.write_json(root / COLLECTED, {"projects": []})
    others = [{"path": name, "rows": 0, **files.describe(root / name)} for name in (STATS, COLLECTED)]
    files.write_json(root / MANIFEST, {"files": [*entries, *others]} | about)
    return root
