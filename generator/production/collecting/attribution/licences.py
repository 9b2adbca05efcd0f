"""The terms under which a row may be redistributed: its file's header, else its wheel, and code of other origins."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from generator.escaping import one_line
from generator.isolation.parsing import NotParsed, parse
from generator.production.collecting.attribution.comments import passages
from generator.production.collecting.attribution.file_headers import UNKNOWN, FileHeader, copyright_lines, read_header
from generator.production.collecting.attribution.foreign_origins import (
    KnownOrigin,
    Remark,
    Signature,
    functions_of_code,
    remarks,
    shipped_known_origins,
    signatures,
)
from generator.production.collecting.attribution.spdx import all_of, allows_passing_on, spdx_of_text
from generator.production.collecting.attribution.wheel_metadata import (
    NotAWheel,
    WheelMetadata,
    main_notices,
    read_dist_info,
    read_metadata,
    read_notice,
)

LONGEST_FILE = 8 << 20
"""Longest Python file that is read, in bytes."""


class NotRedistributable(Exception):
    """A wheel, a file or a row may not be redistributed; ``args[0]`` is one line that says why and what to do."""


@dataclass(frozen=True)
class Terms:
    """``license``: an SPDX expression; ``copyright``: notices to keep, one a line; ``origin``: other origins of it."""

    license: str
    copyright: str
    origin: str = ""


@dataclass
class PackageLicences:
    """A wheel that may be redistributed, and its files' headers; ``copyright`` has the notices of the whole wheel."""

    root: Path
    metadata: WheelMetadata
    copyright: tuple[str, ...]
    foreign: tuple[Remark, ...]
    known: tuple[KnownOrigin, ...]
    headers: dict[str, FileHeader] = field(default_factory=dict)


def package_licences(root: Path, known: Sequence[KnownOrigin] | None = None) -> PackageLicences:
    """Read the wheel unpacked in ``root``; NotRedistributable where no licence of it allows redistribution.

    ``known`` are the origins checked by hand; by default those that come with this package.
    """
    try:
        return _licences(root, read_metadata(root), ".", known)
    except NotAWheel as error:
        raise NotRedistributable(f"{error}") from None


def installed_warp_licences() -> PackageLicences:
    """Licences of the installed Warp, whose kernels are in ``real``; raises NotRedistributable where it is no wheel."""
    found = importlib.metadata.distribution("warp-lang")
    metadata = next((file for file in found.files or () if file.name == "METADATA"), None)
    if metadata is None:
        raise NotRedistributable("warp-lang is not installed from a wheel: install its wheel")
    folder = Path(str(found.locate_file(metadata))).parent
    return _licences(folder.parent, read_dist_info(folder), "warp", None)


def file_terms(licences: PackageLicences, file: str) -> Terms:
    """Terms of a file (path from the root, with slashes), without code of other origins; raises NotRedistributable."""
    header = _header(licences, file)
    if header.license == UNKNOWN or (header.license and not allows_passing_on(header.license)):
        raise NotRedistributable(f"{file}: its header names a licence that is not known to let rows be passed on")
    whole = licences.metadata.license
    if header.license and header.license != whole and not header.copyright:
        raise NotRedistributable(
            f"{file}: it is under {header.license}, the wheel under {whole}, and it names no holder"
        )
    return Terms(header.license or whole, "\n".join(header.copyright or licences.copyright))


def row_terms(licences: PackageLicences, row: Mapping[str, Any]) -> Terms:
    """Terms of a collected row (``file``, ``line``, ``python_source``, ``code``), with its code of other origins.

    Raises NotRedistributable, also for a remark on another origin that nobody has checked.
    """
    file, name = str(row["file"]), licences.metadata.name
    terms = [file_terms(licences, file)]
    functions = _functions(row["python_source"]) | functions_of_code(row.get("code", {}).values())
    for remark in licences.foreign:
        if not remark.concerns(file, int(row["line"]), functions):
            continue
        entry = next((entry for entry in licences.known if entry.covers(name, remark)), None)
        place = f"{one_line(remark.file)}:{remark.line}"
        if entry is None:
            raise NotRedistributable(
                f"{place} names another origin ({remark.says!r}): look at it and list it in known_origins.yaml"
            )
        if not entry.allowed:
            raise NotRedistributable(f"{place} names another origin ({entry.origin}): {entry.why}")
        if remark.file != file:
            terms.append(file_terms(licences, remark.file))
        terms.append(Terms(entry.license, "\n".join(entry.copyright), entry.origin))
    return _joined(terms)


def _licences(root: Path, metadata: WheelMetadata, folder: str, known: Sequence[KnownOrigin] | None) -> PackageLicences:
    _check_wheel(metadata)
    notices = dict.fromkeys(line for text in main_notices(metadata) for line in copyright_lines(text))
    known = shipped_known_origins() if known is None else known
    found = (remark for file in _python_files(root, folder) for remark in _remarks_of(root, file, metadata))
    return PackageLicences(root, metadata, tuple(notices), tuple(found), tuple(known))


def _check_wheel(metadata: WheelMetadata) -> None:
    label, license = metadata.label, metadata.license
    if not license:
        said = f"says {metadata.written_license!r}" if metadata.written_license else "names no licence"
        raise NotRedistributable(f"{label} {said}: its rows could not be passed on")
    if not allows_passing_on(license):
        raise NotRedistributable(f"{label} is under {license}, which does not let rows be passed on")
    others = [name for name in metadata.license_text_ids if not allows_passing_on(name)]
    if others:
        raise NotRedistributable(f"{label} says {license}, but its licence file also has {', '.join(others)}")


def _python_files(root: Path, folder: str) -> list[str]:
    """All Python files below a folder that may hold kernels or functions of kernels, sorted."""
    files = (path for path in (root / folder).rglob("*.py") if path.is_file() and not path.is_symlink())
    return sorted(path.relative_to(root).as_posix() for path in files if "warp" in _text(path))


def _remarks_of(root: Path, file: str, metadata: WheelMetadata) -> Iterator[Remark]:
    source = _text(root / file)
    try:
        yield from remarks(source, file, [metadata.url.removesuffix(".git")])
        functions = signatures(parse(source)) if (named := _folder_notice(file, metadata)) else frozenset()
    except (SyntaxError, NotParsed):
        return  # a file that Python cannot read makes no kernel
    if named:
        yield Remark(file, 1, "folder", named, named, None, functions)


def _folder_notice(file: str, metadata: WheelMetadata) -> str:
    """The licence file in a folder above ``file`` that names another licence than the wheel's; "" if there is none."""
    for name, path in metadata.notice_files:
        folder = name.removeprefix("parts/").rpartition("/")[0]
        others = set(spdx_of_text(read_notice(path))) - set(metadata.license_text_ids)
        if others and name.startswith("parts/") and file.startswith(f"{folder}/"):
            return f"its folder has {name.removeprefix('parts/')}"
    return ""


def _header(licences: PackageLicences, file: str) -> FileHeader:
    if file not in licences.headers:
        path = licences.root / file
        if not path.resolve().is_relative_to(licences.root.resolve()) or not path.is_file():
            raise NotRedistributable(f"{one_line(file)}: no file of {licences.metadata.label}")
        try:
            licences.headers[file] = read_header(passages(_text(path)))
        except SyntaxError as error:
            raise NotRedistributable(f"{file}: no Python: {error}") from None
    return licences.headers[file]


def _functions(source: str) -> frozenset[Signature]:
    try:
        return signatures(parse(source))
    except NotParsed as error:
        raise NotRedistributable(f"what its source holds is not told: {error}") from None


def _joined(terms: Sequence[Terms]) -> Terms:
    lines = dict.fromkeys(line for each in terms for line in each.copyright.split("\n") if line)
    origins = dict.fromkeys(each.origin for each in terms if each.origin)
    return Terms(all_of(each.license for each in terms), "\n".join(lines), "; ".join(origins))


def _text(path: Path) -> str:
    return "" if path.stat().st_size > LONGEST_FILE else path.read_text(encoding="utf-8", errors="replace")
