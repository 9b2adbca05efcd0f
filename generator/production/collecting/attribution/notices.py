"""Writes ``THIRD_PARTY_NOTICES``: licences and notices of all packages whose kernels are in a folder, with an index."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from generator.escaping import for_markdown, for_markdown_code, visible
from generator.production.collecting.attribution.addresses import without_addresses
from generator.production.collecting.attribution.licences import PackageLicences, Terms
from generator.production.collecting.attribution.spdx import all_of
from generator.production.collecting.attribution.wheel_metadata import WheelMetadata, read_notice
from generator.production.folder import files
from generator.production.folder.build_names import NOTICES

TEXTS = "licence_texts"
"""Folder in it with the text of each licence that is named, as some packages name theirs without its text."""

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
    """A package that gave ``rows`` rows, with their distinct terms, sorted."""

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
    """The attribution of a package, from the terms of each row that it gave."""
    return Attribution(licences.metadata, len(terms), tuple(sorted(set(terms), key=repr)))


def write_notices(out: Path, packages: Iterable[Attribution]) -> list[Path]:
    """Write ``THIRD_PARTY_NOTICES`` into ``out``; returns its files, sorted. The same packages give the same bytes.

    Notices that an earlier call left there are removed.
    """
    ordered = sorted(packages, key=lambda package: package.metadata.label)
    texts = {INDEX: _index(ordered)}
    for package in ordered:
        label = package.metadata.label
        for name, path in package.metadata.notice_files:
            texts[f"{label}/{_kept_name(name)}"] = visible(without_addresses(read_notice(path)))
        if any(each.origin for each in package.terms):
            texts[f"{label}/{ORIGINS}"] = _origins(package)
    named = {word for package in ordered for licence in package.licences for word in re.findall(r"[\w.-]+", licence)}
    texts |= {f"{TEXTS}/{name}.txt": text for name, text in _licence_texts().items() if name in named}
    shutil.rmtree(out / NOTICES, ignore_errors=True)
    for name, text in texts.items():
        files.write_bytes(out / NOTICES / name, text.encode())
    return sorted(out / NOTICES / name for name in texts)


def _index(packages: Sequence[Attribution]) -> str:
    rows = []
    for package in packages:
        known = package.metadata
        licences = ", ".join(for_markdown_code(each) for each in package.licences)
        address = f"<{known.url}>"
        rows.append(
            f"| [{known.name}]({known.label}/) | {known.version} | {address} | {licences} | {package.rows:,} |\n"
        )
    holders = [
        f"\n## {package.metadata.label}\n\n" + "".join(f"- {for_markdown(line)}\n" for line in package.copyright)
        for package in packages
    ]
    whole = all_of(licence for package in packages for licence in package.licences)
    together = f"\nAll of it together is under {for_markdown_code(whole)}; `{TEXTS}` has the texts.\n" if whole else ""
    return HEAD + "".join(rows) + together + "".join(holders)


def _origins(package: Attribution) -> str:
    parts = [ORIGINS_HEAD.format(label=package.metadata.label)]
    for each in sorted((each for each in package.terms if each.origin), key=lambda each: each.origin):
        lines = "".join(f"- {for_markdown(line)}\n" for line in each.copyright.split("\n") if line)
        parts.append(f"\n## {for_markdown(each.origin)}\n\n{for_markdown_code(each.license)}\n\n{lines}")
    return "".join(parts)


def _kept_name(name: str) -> str:
    """The name as a path that stays in the folder and has no control characters."""
    return "/".join(part for part in visible(name).split("/") if part not in ("", ".", ".."))


def _licence_texts() -> dict[str, str]:
    """SPDX name -> text, for licences that a package or an origin may name without their text."""
    folder = Path(__file__).with_name("texts")
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.txt"))}
