"""Metadata of an unpacked wheel: name, version, licence, address, and the files with its notices."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path

from packaging.metadata import RawMetadata, parse_email
from packaging.utils import canonicalize_name

from generator.escaping import one_line
from generator.production.collecting.attribution.addresses import without_addresses
from generator.production.collecting.attribution.spdx import spdx_of, spdx_of_text

LARGEST = 1 << 20
"""Largest METADATA or notice file that is read, in bytes."""

NOTICE_NAMES = re.compile(
    r"(?i)^(.*[-_.])?(licen[cs]es?|copying|notices?|copyrights?|authors|third[-_ ]?part(y|ies).*)([-_.].*)?$"
)
"""Names of files that hold a licence or a notice."""

_MAIN = re.compile(r"(?i)(licen[cs]e|copying)[^/]*$")
_CODE = (".py", ".pyi", ".pyc", ".so", ".pyd", ".json", ".png")
LICENCE_CLASSIFIER = "License :: "
HOME_LABELS = ("source", "repository", "source code", "github", "homepage", "home", "home page")
"""Labels of a wheel's links, in lower case; the first that it has is its address."""


class NotAWheel(Exception):
    """A folder is no unpacked wheel; ``args[0]`` is one line."""


@dataclass(frozen=True)
class WheelMetadata:
    """``license`` is a canonical SPDX expression or ""; ``written_license`` is the wheel's own wording, one line.

    ``notice_files`` are licence and notice files of its ``.dist-info`` and, in an unpacked wheel, of its folders, each
    with the name under ``label`` that it is kept by; ``license_text_ids`` are the SPDX names of the main ones.
    """

    name: str
    version: str
    license: str
    written_license: str
    license_text_ids: tuple[str, ...]
    url: str
    authors: str
    dist_info: Path
    notice_files: tuple[tuple[str, Path], ...]

    @property
    def label(self) -> str:
        """Name and version, as a folder's name."""
        return f"{self.name}-{self.version}"


def read_metadata(root: Path) -> WheelMetadata:
    """Metadata of the one wheel that is unpacked in ``root``; raises NotAWheel."""
    folders = sorted(path for path in root.glob("*.dist-info") if path.is_dir() and not path.is_symlink())
    if len(folders) != 1:
        raise NotAWheel(f"{root.name}: {len(folders)} folders .dist-info instead of one: unpack one wheel there")
    metadata = read_dist_info(folders[0])
    parts = [path for path in root.rglob("*") if NOTICE_NAMES.match(path.name) and folders[0] not in path.parents]
    named = [(f"parts/{path.relative_to(root).as_posix()}", path) for path in parts if _is_text_file(path)]
    return replace(metadata, notice_files=(*metadata.notice_files, *sorted(named)))


def main_notices(metadata: WheelMetadata) -> list[str]:
    """Texts of the notice files about the whole wheel; those in folders are about single parts, such as a font."""
    return [read_notice(path) for name, path in metadata.notice_files if "/" not in name]


def read_dist_info(folder: Path) -> WheelMetadata:
    """Metadata of a ``.dist-info`` folder; raises NotAWheel where it has no readable METADATA."""
    raw, _ = parse_email(_bytes(folder / "METADATA"))
    if not raw.get("name") or not raw.get("version"):
        raise NotAWheel(f"{folder.name}: METADATA names no package and version")
    name, version = str(canonicalize_name(raw["name"])), one_line(raw["version"], 60)
    if not re.fullmatch(r"[\w.]+(-[\w.]+)*", name) or not re.fullmatch(r"[\w.+!]+", version):
        raise NotAWheel(f"{folder.name}: METADATA has {one_line(name, 60)!r} {version!r} as name and version")
    files = _notice_files(folder)
    ids = {found for name, path in files if _MAIN.match(name) for found in spdx_of_text(read_notice(path))}
    written, license = _license(raw, tuple(sorted(ids)))
    return WheelMetadata(
        name=name,
        version=version,
        license=license,
        written_license=one_line(written, 80),
        license_text_ids=tuple(sorted(ids)),
        url=_url(raw) or f"https://pypi.org/project/{name}/{version}/",
        authors=one_line(without_addresses(raw.get("author") or raw.get("author_email") or ""), 120).strip(),
        dist_info=folder,
        notice_files=files,
    )


def read_notice(path: Path) -> str:
    """A licence or notice file as text; raises NotAWheel for what is no file, a link or too large."""
    return _bytes(path).decode("utf-8", errors="replace").replace("\r\n", "\n").replace("\r", "\n")


def _license(raw: RawMetadata, ids: tuple[str, ...]) -> tuple[str, str]:
    """The wording and its SPDX expression, from the new field, the old one, classifiers, or the licence file's text."""
    classifiers = [c.rpartition(" :: ")[2] for c in raw.get("classifiers", []) if c.startswith(LICENCE_CLASSIFIER)]
    old = raw.get("license") or ""
    for written in (raw.get("license_expression") or "", old, *classifiers):
        if written and (found := spdx_of(written) or " AND ".join(spdx_of_text(written))):
            return written, found
    return (old or ", ".join(classifiers)).strip(), " AND ".join(ids)


def _url(raw: RawMetadata) -> str:
    links = {label.strip().lower(): url.strip() for label, url in raw.get("project_urls", {}).items()}
    candidates = [links.get(label, "") for label in HOME_LABELS] + [raw.get("home_page") or ""]
    return next((url for url in candidates if re.fullmatch(r"https?://[\w./~%+:-]{3,200}", url)), "")


def _notice_files(folder: Path) -> tuple[tuple[str, Path], ...]:
    """All files of ``licenses/``, and those named like notices beside METADATA, where older tools put them."""
    inside = [(path.relative_to(folder / "licenses").as_posix(), path) for path in (folder / "licenses").rglob("*")]
    beside = [(path.name, path) for path in folder.iterdir() if NOTICE_NAMES.match(path.name)]
    return tuple(sorted((name, path) for name, path in (*inside, *beside) if _is_text_file(path)))


def _is_text_file(path: Path) -> bool:
    return path.is_file() and not path.is_symlink() and path.suffix not in _CODE


def _bytes(path: Path) -> bytes:
    if path.is_symlink() or not path.is_file():
        raise NotAWheel(f"{path.parent.name}: no file {path.name}")
    if path.stat().st_size > LARGEST:
        raise NotAWheel(f"{path.parent.name}: {path.name} has more than {LARGEST:,} bytes")
    return path.read_bytes()
