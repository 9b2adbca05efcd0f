"""The licences and notices of everybody whose kernels are in a folder: ``THIRD_PARTY_NOTICES``, with an index."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from generator.escaping import for_markdown, for_markdown_code, visible
from generator.production.collecting.attribution.addresses import without_addresses
from generator.production.collecting.attribution.spdx import all_of
from generator.production.collecting.licences import PackageLicences, Terms
from generator.production.collecting.wheel_metadata import NotAWheel, WheelMetadata, read_dist_info, read_notice
from generator.production.folder import files

FOLDER = "THIRD_PARTY_NOTICES"
"""Folder of a build with what its licences ask to be kept."""

INDEX = "README.md"
ORIGINS = "OTHER_ORIGINS.md"

HEAD = """# Third-party notices

Kernels that people wrote are in this data set under the licences that they gave them. Each package's licence and notice
files stand in a folder of its own, without e-mail addresses; each row has its file's licence and copyright notice.

| package | version | address | licences | rows |
|---|---|---|---|---:|
"""

ORIGINS_HEAD = """# Code of other origin in {label}

Files of the package name these origins; their notices and licences hold beside the package's own.
"""


@dataclass(frozen=True)
class Attribution:
    """A package that gave ``rows`` rows, with the terms of each kind that they have."""

    metadata: WheelMetadata
    rows: int
    terms: tuple[Terms, ...]

    @property
    def licences(self) -> tuple[str, ...]:
        """SPDX expressions of the rows, sorted."""
        return tuple(sorted({each.license for each in self.terms}))

    @property
    def copyright(self) -> tuple[str, ...]:
        """Copyright lines of the rows, sorted."""
        return tuple(sorted({line for each in self.terms for line in each.copyright.split("\n") if line}))


def attribution(licences: PackageLicences, terms: Sequence[Terms]) -> Attribution:
    """Of a package and the terms of each row that it gave."""
    return Attribution(licences.metadata, len(terms), tuple(sorted(set(terms), key=repr)))


def warp_attribution(rows: int) -> Attribution:
    """Of the installed Warp, whose own kernels are among real ones; raises NotAWheel where it is no wheel."""
    found = importlib.metadata.distribution("warp-lang")
    metadata_file = next((file for file in found.files or () if file.name == "METADATA"), None)
    if metadata_file is None:
        raise NotAWheel("warp-lang: installed without METADATA: install its wheel")
    metadata = read_dist_info(Path(str(found.locate_file(metadata_file))).parent)
    return Attribution(metadata, rows, (Terms(metadata.license, "NVIDIA CORPORATION & AFFILIATES"),))


def write_notices(out: Path, packages: Iterable[Attribution]) -> list[Path]:
    """Write ``THIRD_PARTY_NOTICES`` into ``out``; returns its files, sorted. The same packages give the same bytes."""
    ordered = sorted(packages, key=lambda package: package.metadata.label)
    texts = {INDEX: _index(ordered)}
    for package in ordered:
        label = package.metadata.label
        for name, path in package.metadata.notice_files:
            texts[f"{label}/{_kept_name(name)}"] = visible(without_addresses(read_notice(path)))
        if any(each.origin for each in package.terms):
            texts[f"{label}/{ORIGINS}"] = _origins(package)
    for name, text in texts.items():
        files.write_bytes(out / FOLDER / name, text.encode())
    return sorted(out / FOLDER / name for name in texts)


def _index(packages: Sequence[Attribution]) -> str:
    rows = []
    for package in packages:
        known = package.metadata
        licences = ", ".join(for_markdown_code(each) for each in package.licences)
        address = f"<{known.url}>"
        rows.append(f"| [{known.name}]({known.label}/) | {known.version} | {address} | {licences} | {package.rows:,} |\n")
    holders = [
        f"\n## {package.metadata.label}\n\n" + "".join(f"- {for_markdown(line)}\n" for line in package.copyright)
        for package in packages
    ]
    whole = all_of(licence for package in packages for licence in package.licences)
    texts = f"\nAll of it together is under {for_markdown_code(whole)}. {_TEXT_PLACES}\n" if packages else ""
    return HEAD + "".join(rows) + texts + "".join(holders)


_TEXT_PLACES = (
    "The whole text of Apache-2.0 stands in the folder of warp-lang; a package that only names it means that text. "
    "Texts that other origins ask for stand in a package's `OTHER_ORIGINS.md`."
)


def _origins(package: Attribution) -> str:
    parts = [ORIGINS_HEAD.format(label=package.metadata.label)]
    for each in sorted({each for each in package.terms if each.origin}, key=lambda each: each.origin):
        lines = "".join(f"- {for_markdown(line)}\n" for line in each.copyright.split("\n") if line)
        parts.append(f"\n## {for_markdown(each.origin)}\n\n{for_markdown_code(each.license)}\n\n{lines}")
    needed = sorted({name for each in package.terms if each.origin for name in _TEXTS if name in each.license.split()})
    parts += [f"\n## Text of {name}\n\n{_TEXTS[name]}" for name in needed]
    return "".join(parts)


def _kept_name(name: str) -> str:
    """A path that stays in the folder and steers nothing."""
    return "/".join(part for part in visible(name).split("/") if part not in ("", ".", ".."))


def _read_texts() -> dict[str, str]:
    folder = Path(__file__).with_name("attribution") / "texts"
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.txt"))}


_TEXTS = _read_texts()
"""SPDX name -> the licence's text, of those that other origins have."""
