"""A manifest's claims about rows, compared with the rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from generator.dataset.identity import STREAM, KernelKey, stream_of
from generator.dataset.splits import project_name
from generator.escaping import one_line
from generator.launch import Launch
from generator.production.folder.manifest_file import MANIFEST
from generator.production.folder.stored_rows import Row, RowFile
from generator.production.making.recipe import Recipe
from generator.production.making.row_verification import is_checked
from generator.production.making.stream import STREAMS
from generator.production.validating.findings import Validation
from generator.production.validating.manifest_entries import wrong_manifest
from generator.production.validating.row_origin import name_of
from generator.verification.tiers.device_tier import ARCHITECTURE
from generator.verification.tiers.tiers import CHECKED_HERE, tiers_up_to

CHECK = "manifest"


@dataclass
class Claims:
    """A manifest's claims about rows, and what is kept of the rows to compare them.

    A manifest with wrong entries is not ``believed``: rows are checked as if there were none.
    """

    believed: bool = True
    recipe: Recipe | None = None
    packages: dict[str, str] | None = None
    highest: str = CHECKED_HERE[-1]
    failed: list[Mapping[str, str]] = field(default_factory=list)
    cells: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    ids: set[str] = field(default_factory=set)

    def check_row(self, row: Row, file: RowFile, place: str, result: Validation) -> None:
        """Check one row: its seed, its package, and the tiers that the recipe puts it to."""
        if name_of(row) not in result.unreadable:
            for reason in (*self.wrong_origin(row), *self._wrong_tiers(row)):
                result.found(CHECK, name_of(row), reason, place)
        self.cells[file.config, file.split, str(row.get("category"))] += 1
        if self.failed:
            self.ids.add(name_of(row))

    def wrong_origin(self, row: Row) -> Iterator[str]:
        """What of a row's seed or package is not as the manifest says."""
        if self.recipe and row.get("seed") != self.recipe.seed:
            yield f"is of seed {one_line(row.get('seed'), 40)}, the manifest says {self.recipe.seed}"
        version = row.get("version")
        if self.packages is not None and self.packages.get(str(row.get("package"))) != version:
            yield f"is of {one_line(row.get('package'), 80)} {one_line(version, 40)}, which the manifest does not name"

    def _wrong_tiers(self, row: Row) -> Iterator[str]:
        claims = row.get("tiers")
        if claims is None or (self.recipe is None and self.packages is None):
            return  # there is no manifest, or it has no tiers
        sampled = self._is_of_this_stream(name_of(row))
        put = tiers_up_to(self.highest)
        if sampled is not None and not is_checked(sampled, name_of(row)):
            put = put[:1]
        if beyond := [tier for tier in claims if tier not in put]:
            yield f"claims {', '.join(beyond)}, and the manifest says that it was put to {', '.join(put)}"
        if sampled is None:
            return
        # Only a run tells whether the tier `device` applies to a kernel.
        missing = {*put} - {*claims} - {"device"}
        if missing == {"gradient"} and Launch.from_json(row["launch"]).not_differentiable:
            missing = set()
        if missing:
            yield f"claims no {', '.join(sorted(missing))}, to which the manifest says that it was put"
        archs = {entry["arch"] for entry in row.get("ptx_instructions") or ()}
        if archs and (archs == {ARCHITECTURE}) is not ("device" in put):
            yield f"has PTX of {', '.join(sorted(archs))}: with `device` it is of {ARCHITECTURE} alone"

    def _is_of_this_stream(self, name: str) -> Recipe | None:
        """The recipe, where the id is of the installed version of its stream; else None."""
        known = self.recipe is not None and self.recipe.stream in STREAMS and stream_of(name) == STREAM
        return self.recipe if known else None

    def check_all(self, result: Validation) -> None:
        """Check all rows together: the recipe's number of each category in each split, and none that failed."""
        damaged = any(finding.check == "files" for finding in result.findings)
        if self.recipe and not damaged:  # a damaged file explains missing rows
            cells = {
                (c, cell.split, cell.category): cell.rows for c in self.recipe.configs for cell in self.recipe.cells()
            }
            for cell in sorted(self.cells.keys() | cells.keys()):
                if self.cells[cell] != cells.get(cell, 0):
                    where = one_line("/".join(cell), 120)
                    reason = f"{where} has {self.cells[cell]:,} rows, the recipe says {cells.get(cell, 0):,}"
                    result.found(CHECK, MANIFEST, reason)
        for entry in self.failed:
            if reason := self._wrong_failure(entry):
                result.found(CHECK, MANIFEST, f"failed names {one_line(entry['id'], 80)}: {reason}")

    def _wrong_failure(self, entry: Mapping[str, str]) -> str:
        if self.recipe is None or self.recipe.stream not in STREAMS:
            return "" if self.recipe else "a collection has no such rows"
        try:
            key = KernelKey.from_id(entry["id"], stream_of(entry["id"]) or STREAM)
        except ValueError:
            return "no row has such an id"
        if key.seed != self.recipe.seed or key.category not in self.recipe.categories:
            return "no row of this recipe"
        if entry["id"] in self.ids:
            return "it is a row of the build"
        tier = entry["tier"].partition(",")[0]  # after the comma stands the part of it that failed
        if tier not in tiers_up_to(self.highest) or not is_checked(self.recipe, entry["id"]):
            return f"the recipe does not put it to {one_line(tier, 40)}"
        return ""


def claims_of(manifest: Mapping[str, Any], result: Validation) -> Claims:
    """A manifest's claims about rows; each entry that is missing, unknown or of a wrong type is a finding."""
    before = len(result.findings)
    result.checked[CHECK] += 1
    for reason in wrong_manifest(manifest):
        result.found(CHECK, MANIFEST, reason)
    if len(result.findings) > before:
        return Claims(believed=False)
    if not manifest["complete"]:
        return Claims()
    recipe = manifest["recipe"]
    if "packages" in recipe:
        packages = {project_name(each["name"]): each["version"] for each in recipe["packages"]}
        # `collect` runs both tiers in one go: with `execute` rows pass `gradient`, too.
        highest = "gradient" if recipe["verify"] == "execute" else recipe["verify"]
        return Claims(True, None, packages, highest, manifest.get("failed", []))
    made = Recipe.from_json(recipe)
    return Claims(True, made, None, made.verify, manifest.get("failed", []))
