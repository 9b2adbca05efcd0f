"""Folders that say what is not so, with hashes that fit: name -> what was done to a sound build, and the line of it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from tests.hostile.folders import CONFIG, file_of, manifest, rehash, row

Damage = Callable[[Path], None]
FOREIGN = "its manifest does not name it"
KIND = "is no file of a build"


def _beside(name: str) -> Damage:
    """A copy of train under another name, which no manifest names."""

    def damage(root: Path) -> None:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file_of(root), root / name)

    return damage


def _named(name: str) -> Damage:
    """A file that the manifest names."""

    def damage(root: Path) -> None:
        _beside(name)(root)
        found = json.loads((root / "manifest.json").read_text())
        rehash(root, files=[*found["files"], {"path": name, "sha256": "", "bytes": 0, "rows": 0}])
        rehash(root)

    return damage


def _poisoned(root: Path) -> None:
    """Readers are sent to other rows by the card."""
    for split in ("train", "validation", "test"):
        table = pq.read_table(file_of(root, split))
        poison = pa.array(["import os"] * table.num_rows)
        place = table.schema.get_field_index("python_source")
        path = root / "_x" / file_of(root, split).name
        path.parent.mkdir(exist_ok=True)
        pq.write_table(table.set_column(place, "python_source", poison), path)
    _card(lambda text: text.replace(f"path: {CONFIG}/", "path: _x/"))(root)


def _card(change: Callable[[str], str]) -> Damage:
    def damage(root: Path) -> None:
        (root / "README.md").write_text(change((root / "README.md").read_text()))

    return damage


def _without(*names: str) -> Damage:
    """A manifest without some of its entries."""

    def damage(root: Path) -> None:
        path = root / "manifest.json"
        found = json.loads(path.read_text())
        path.write_text(json.dumps({name: value for name, value in found.items() if name not in names}))

    return damage


def _part(part: str, **changes: Any) -> Damage:
    """Other entries in a part of the manifest; None takes one away."""

    def damage(root: Path) -> None:
        found = json.loads((root / "manifest.json").read_text())[part] | changes
        manifest(**{part: {name: value for name, value in found.items() if value is not None}})(root)

    return damage


def _stats(**changes: Any) -> Damage:
    def damage(root: Path) -> None:
        path = root / "stats.json"
        path.write_text(json.dumps(json.loads(path.read_text()) | changes))
        rehash(root)

    return damage


def _without_stats(root: Path) -> None:
    found = json.loads((root / "manifest.json").read_text())
    (root / "stats.json").unlink()
    rehash(root, files=[entry for entry in found["files"] if entry["path"] != "stats.json"])


def _recipe(**changes: Any) -> Damage:
    return _part("recipe", **changes)


FAILED = {"id": "s2-vector-0-train-0-900", "tier": "compile", "why": "it may not"}

OTHER_FILES = (
    *(f"{CONFIG}/_train-00000-of-00001.parquet", f"{CONFIG}/train-00001-of-00002.PARQUET", ".hid/train-0.parquet"),
    *("_x/train-00000-of-00001.parquet", f"{CONFIG}/.production/x.parquet", f"{CONFIG}/train.csv", "report.json"),
    *(f"{CONFIG}/train.arrow", f"{CONFIG}/train.jsonl.gz", f"{CONFIG}/metadata.json", "warp_cuda_ir.py"),
    *(".huggingface.yaml", ".env", "THIRD_PARTY_NOTICES/README.md"),
)
NAMED_FILES = (
    *("evil.py", ".env", ".git/config", "README.md", "report.html", ".production/x", "notes/train-00000.parquet"),
    *("THIRD_PARTY_NOTICES/evil.py", "THIRD_PARTY_NOTICES/.env", "THIRD_PARTY_NOTICES/a/rows.parquet"),
)
"""Names that no file of a build has."""

UNTRUE: dict[str, tuple[Damage, str]] = {
    **{f"beside: {name}": (_beside(name), FOREIGN) for name in OTHER_FILES},
    **{f"named: {name}": (_named(name), KIND) for name in NAMED_FILES},
    # The card.
    "card that names other rows": (_poisoned, "of config cuda_backward it names"),
    "card of somebody else": (lambda root: (root / "README.md").write_text("# rows") and None, "it names None"),
    "card missing": (lambda root: (root / "README.md").unlink(), "is missing: `python -m generator card"),
    "card with one more config": (
        _card(lambda text: text.replace("configs:\n", "configs:\n- config_name: x\n  data_files: stats.json\n")),
        "of config x it names stats.json",
    ),
    "card with a word for the reader": (
        _card(lambda text: text.replace("  data_files:", "  columns: [id]\n  data_files:")),
        "{'columns': ['id']}",
    ),
    "card that is no YAML": (_card(lambda text: text.replace("configs:\n", "configs: [\n")), "cannot be read"),
    # Entries of the manifest that are none.
    "manifest empty": (_without("complete", "recipe", "versions", "files", "failed", "rejected"), "has no recipe"),
    "manifest without recipe": (_without("recipe"), "has no recipe"),
    "manifest without files": (_without("files"), "has no files"),
    "manifest without complete": (_without("complete"), "has no complete"),
    "statistics not named": (_without_stats, "its files lack stats.json"),
    "one entry more": (manifest(note="x"), "entries that no manifest has: note"),
    "decontamination of what was made": (manifest(decontamination={"dropped": {"x": 1}}), "only collections have"),
    "rejected less than none": (manifest(rejected={"<b>": -5}), "rejected is no object of numbers"),
    "failed no list of rows": (manifest(failed=[{"id": 7}]), "failed is no list of id"),
    "seed a text": (_recipe(seed="0"), "seed of its recipe is no int"),
    "rows a text": (_recipe(rows="22"), "rows of its recipe is no int"),
    "rows true": (_recipe(rows=True), "rows of its recipe is no int"),
    "features a number": (_recipe(features=5), "features of its recipe is no tuple"),
    "difficulty a list": (_recipe(difficulty={"a": 1}), "difficulty of its recipe is no str"),
    "recipe without seed": (_recipe(seed=None), "its recipe has no seed"),
    "recipe with more": (_recipe(payload=1), "its recipe has other entries, or is of another version: payload"),
    "tier unknown": (_recipe(verify="proved"), "verify of its recipe is no tier"),
    "share above one": (_recipe(verify_sample=1.5), "verify_sample, rows"),
    "hash that is none": (_recipe(excluded="dead beef"), "excluded of its recipe is no hash"),
    "stream unknown": (_recipe(stream="os.system"), "no stream of kernels is called os.system"),
    "code no hash": (_part("versions", code="x"), "code of its versions is none"),
    "code a list": (_part("versions", code=["a"]), "versions is no object of texts"),
    "package of no version": (_part("versions", numpy="<b>"), "numpy of its versions is none"),
    "versions without code": (_part("versions", code=None), "its versions lack code"),
    # Entries that the rows and files, or other entries, do not bear out.
    "another seed": (_recipe(seed=5), "is of seed 0, the manifest says 5"),
    "other categories": (_recipe(categories=["vector"]), "rows, the recipe says"),
    "fewer configs": (_recipe(configs=["cuda_forward"]), "is of a config that its recipe does not name"),
    "more configs": (_recipe(configs=[CONFIG, "sft"]), "sft has 0 rows, the recipe says 22"),
    "more rows": (_recipe(rows=23), "rows, the recipe says 23"),
    "another format": (_recipe(format="json"), "is not of the format json"),
    "verified further": (_recipe(verify="gradient"), "claims no compile, execute, gradient"),
    "verified by a row alone": (row("tiers", ["codegen", "compile"]), "claims compile, and the manifest says"),
    "verified on the device by a row alone": (row("tiers", ["codegen", "device"]), "claims device, and the manifest"),
    "another schema": (_part("versions", schema="9.9.9"), "schema of its versions is 9.9.9"),
    "another compiler": (_part("compilers", nvrtc="of warp-lang 9"), "nvrtc of its compilers is of warp-lang 9"),
    "a failure of no row": (manifest(failed=[FAILED | {"id": "x"}]), "no row has such an id"),
    "a failure of another seed": (manifest(failed=[FAILED | {"id": "s2-vector-7-train-0-0"}]), "no row of this recipe"),
    "a failure of no tier": (manifest(failed=[FAILED]), "the recipe does not put it to compile"),
    # Statistics.
    "statistics with other counts": (_stats(rows=123_456), "rows is 123456, measured again 22"),
    "statistics without repeats": (_stats(exact_unique=99_999), "exact_unique is 99999, measured again 22"),
    "statistics without leaks": (_stats(skeletons_in_train={"test": -1}), "skeletons_in_train.test is -1"),
    "statistics without near-duplicates": (_stats(near_duplicates={}), "near_duplicates.among_train_rows is None"),
    "statistics that are packed": (_stats(compression_ratio=1.0), "compression_ratio is 1.0"),
    "statistics of more": (_stats(claim="best"), "claim is best, measured again None"),
    # Rows.
    "a seed that makes a row a given one": (row("seed", -1), "the id says seed 0"),
}
"""Every one is found by `validate`, by that line."""
