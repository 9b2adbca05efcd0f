"""Each entry of a manifest that is none, and each claim that a row or another entry does not bear out, has its line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from generator.dataset.real_rows import REAL
from generator.dataset.schema import SCHEMA_VERSION
from generator.launch import Launch
from generator.production import kernels
from generator.production.folder.build_names import COLLECTED, STATS
from generator.production.folder.manifest_file import read_manifest
from generator.production.folder.stored_rows import RowFile
from generator.production.making.recipe import Recipe
from generator.production.validating.findings import Validation
from generator.production.validating.manifest_checks import claims_of
from generator.production.validating.manifest_entries import wrong_manifest
from generator.production.validating.stats_checks import check_stats
from generator.verification.tiers.device_tier import ARCHITECTURE
from tests.production.small_build import write_small_build

CONFIG = "cuda_backward"
FILES = {name: {"path": name, "sha256": "0" * 64, "bytes": 1, "rows": 0} for name in (STATS, COLLECTED)}
DATA = f"{CONFIG}/train-00000-of-00001.parquet"
PACKAGE = {"name": "newton", "version": "1.2.3", "sha256": "0" * 64}
HERE = f"of warp-lang {kernels.versions()['warp-lang']}"
ID = "s2-vector-0-train-0-0"

MADE: dict[str, Any] = {
    "complete": True,
    "recipe": Recipe((CONFIG,), 2, 0, ("vector", "loop"), verify="gradient").to_json(),
    "versions": kernels.versions(),
    "compilers": {"nvrtc": HERE, "ptxas": ""},
    "files": [FILES[STATS], FILES[STATS] | {"path": DATA, "config": CONFIG, "split": "train", "rows": 2}],
}
"""What `produce` writes."""
COLLECTION: dict[str, Any] = {
    "complete": True,
    "recipe": {"configs": [REAL], "packages": [PACKAGE], "verify": "execute", "license": "", "ptx": True},
    "versions": kernels.versions(),
    "private": False,
    "decontamination": {"dropped": {}},
    "files": [*FILES.values()],
}
"""What `collect` writes."""


def changed(manifest: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """A copy with another value at a path of names; None takes it away."""
    copy = json.loads(json.dumps(manifest))
    *parts, last = path.split("/")
    place = copy
    for part in parts:
        place = place[part]
    place[last] = value
    if value is None:
        del place[last]
    return copy


@pytest.mark.parametrize("manifest", [MADE, COLLECTION], ids=["made", "collected"])
def test_nothing_is_wrong_with_what_is_written(manifest: dict[str, Any]) -> None:
    assert list(wrong_manifest(manifest)) == []


@pytest.mark.parametrize(
    ("path", "value", "line"),
    [
        ("complete", 1, "complete is no true or false"),
        ("failed", [{"id": ID, "tier": "compile"}], "failed is no list of id, tier and why"),
        ("rejected", {"it repeats": 1.5}, "rejected is no object of numbers, none below 0"),
        ("private", True, "has private, which only collections have"),
        ("recipe/rows", 0, "verify_sample, rows, target_bytes or categories of its recipe are none"),
        ("recipe/target_bytes", -1, "verify_sample, rows, target_bytes or categories of its recipe are none"),
        ("recipe/categories", [], "verify_sample, rows, target_bytes or categories of its recipe are none"),
        ("recipe/verify_sample", -0.1, "verify_sample, rows, target_bytes or categories of its recipe are none"),
        ("recipe/format", "csv", "format of its recipe is none: csv"),
        ("versions/stream", "s01", "stream of its versions is none: s01"),
        ("versions/schema", None, "its versions lack schema"),
        ("compilers/nvrtc", None, f"nvrtc of its compilers is None, its versions say {HERE}"),
        ("compilers/ptxas", "the best", "ptxas of its compilers is no version: the best"),
        ("files", [], f"its files lack {STATS}"),
    ],
)  # fmt: skip
def test_a_wrong_entry_of_a_build_is_told(path: str, value: Any, line: str) -> None:
    assert line in list(wrong_manifest(changed(MADE, path, value)))


@pytest.mark.parametrize(
    ("path", "value", "line"),
    [
        ("private", 0, "private is no true or false"),
        ("decontamination", {"dropped": {"x": -1}}, "decontamination is no object of numbers dropped"),
        ("recipe/configs", ["cpu"], "configs of its recipe is not ['real']: ['cpu']"),
        ("recipe/packages", "newton", "packages of its recipe is not a list of name, version and sha256: newton"),
        ("recipe/verify", "proved", "verify of its recipe is not a tier that `collect` knows: proved"),
        ("recipe/license", None, "license of its recipe is not a text: None"),
        ("recipe/ptx", "yes", "ptx of its recipe is not true or false: yes"),
        ("recipe/seed", 0, "its recipe has other entries, or is of another version: seed"),
        ("versions/code", "x", "code of its versions is none: x"),
        ("files", [FILES[STATS]], f"its files lack {COLLECTED}"),
    ],
)  # fmt: skip
def test_a_wrong_entry_of_a_collection_is_told(path: str, value: Any, line: str) -> None:
    assert line in list(wrong_manifest(changed(COLLECTION, path, value)))


@pytest.mark.parametrize("more", [{}, {"license": "MIT"}])
def test_a_package_of_a_collection_has_three_entries(more: dict[str, str]) -> None:
    packages = [{"name": "newton", "version": "1.2.3"} | more]
    (line,) = wrong_manifest(changed(COLLECTION, "recipe/packages", packages))
    assert line.startswith("packages of its recipe is not a list of name, version and sha256")


def test_an_old_stream_may_have_another_schema() -> None:
    older = changed(changed(MADE, "versions/stream", "s1"), "versions/schema", "0.0.1")
    assert list(wrong_manifest(older)) == [] and SCHEMA_VERSION != "0.0.1"


NOT_DIFFERENTIABLE = Launch((), (1,), not_differentiable="it counts").to_json()
EVERY = ["codegen", "compile", "execute", "gradient"]


@pytest.mark.parametrize(
    ("manifest", "row", "line"),
    [
        (MADE, {"tiers": EVERY}, ""),
        (MADE, {"tiers": EVERY[:3], "launch": NOT_DIFFERENTIABLE}, ""),
        (MADE, {"tiers": EVERY[:3]}, "claims no gradient, to which"),
        (MADE, {"tiers": EVERY[:2], "launch": NOT_DIFFERENTIABLE}, "claims no execute, gradient, to which"),
        (MADE, {"tiers": EVERY, "seed": 1}, "is of seed 1, the manifest says 0"),
        (MADE, {"tiers": EVERY, "ptx_instructions": [{"arch": ARCHITECTURE}]}, f"has PTX of {ARCHITECTURE}: with `dev"),
        (MADE, {"tiers": EVERY, "ptx_instructions": [{"arch": "sm_80"}, {"arch": "sm_90"}]}, ""),
        (changed(MADE, "recipe/verify_sample", 0.0), {"tiers": ["codegen"]}, ""),
        (changed(MADE, "recipe/verify_sample", 0.0), {"tiers": EVERY[:2]}, "claims compile, and the manifest says"),
        (COLLECTION, {"package": "newton", "version": "1.2.3", "tiers": EVERY}, ""),
        (COLLECTION, {"package": "newton", "version": "1.2.4", "tiers": EVERY}, "is of newton 1.2.4, which"),
        (COLLECTION, {"package": "xlb", "version": "1.2.3", "tiers": EVERY}, "is of xlb 1.2.3, which"),
        (COLLECTION, {"package": "newton", "version": "1.2.3", "tiers": ["device"]}, "claims device, and"),
    ],
)  # fmt: skip
def test_a_row_that_a_manifest_does_not_bear_out_is_told(
    tmp_path: Path, manifest: dict[str, Any], row: dict[str, Any], line: str
) -> None:
    result = Validation()
    claims = claims_of(manifest, result)
    whole = {"id": ID, "seed": 0, "category": "vector", "launch": Launch((), (1,)).to_json()} | row
    claims.check_row(whole, RowFile(tmp_path / DATA, CONFIG, "train"), DATA, result)
    reasons = [finding.reason for finding in result.findings]
    assert (len(reasons) == 1 and reasons[0].startswith(line)) if line else reasons == []


@pytest.mark.parametrize(
    ("manifest", "entry", "line"),
    [
        (MADE, {}, "it is a row of the build"),
        (MADE, {"id": "s2-vector-0-train-0-7"}, ""),
        (MADE, {"id": "s2-vector-0-train-0-7", "tier": "gradient, twice"}, ""),
        (MADE, {"id": "s2-vector-0-train-0-7", "tier": "device"}, "the recipe does not put it to device"),
        (MADE, {"id": "s2-vector-3-train-0-7"}, "no row of this recipe"),
        (MADE, {"id": "s2-nested-0-train-0-7"}, "no row of this recipe"),
        (MADE, {"id": "7"}, "no row has such an id"),
        (COLLECTION, {}, "a collection has no such rows"),
        (changed(MADE, "recipe/verify_sample", 0.0), {"id": "s2-vector-0-train-0-7"}, "the recipe does not put it"),
    ],
)
def test_a_failure_that_rows_do_not_bear_out_is_told(
    tmp_path: Path, manifest: dict[str, Any], entry: dict[str, str], line: str
) -> None:
    result = Validation()
    failed = {"id": ID, "tier": "compile", "why": "it may not"} | entry
    claims = claims_of(manifest | {"failed": [failed]}, result)
    row = {"id": ID, "seed": 0, "category": "vector", "package": "newton", "version": "1.2.3"}
    claims.check_row(row, RowFile(tmp_path / DATA, CONFIG, "train"), DATA, result)
    claims.check_all(result)
    reasons = [finding.reason for finding in result.findings if "failed names" in finding.reason]
    assert bool(reasons) is bool(line) and all(f"failed names {failed['id']}: {line}" in reason for reason in reasons)


def test_figures_of_another_version_of_the_code_are_counted_as_not_checked(tmp_path: Path) -> None:
    root = write_small_build(tmp_path / "build")
    stats = json.loads((root / STATS).read_text()) | {"alpha_unique": 7}
    (root / STATS).write_text(json.dumps(stats))
    manifest = read_manifest(root)
    for code, expected in ((None, 1), ("0" * 16, 0)):
        result = Validation()
        check_stats(root, manifest | {"versions": manifest["versions"] | ({"code": code} if code else {})}, result)
        assert len(result.findings) == expected
        assert any("measured by another version of the code" in said for said in result.not_checked) is bool(code)
