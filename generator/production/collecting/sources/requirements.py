"""The list of packages to collect: a file as `pip download --require-hashes` takes it, all versions pinned by hash."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from packaging.requirements import InvalidRequirement
from packaging.requirements import Requirement as Specifier
from packaging.utils import InvalidWheelFilename, canonicalize_name, parse_wheel_filename

from generator.escaping import one_line
from generator.production.folder.errors import BuildError
from generator.versions import installed

WARP = "warp-lang"
"""A line with this name alone asks for the kernels of the installed Warp."""

MOST_BYTES = 1 << 20
"""Longest file of requirements that is read, in bytes."""

_SUPPORT = re.compile(r"#\s*support of\s+([\w.-]+)\s*$")
_COMMENT = re.compile(r"(?:^|\s)#.*$")
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


@dataclass(frozen=True)
class Requirement:
    """A wheel by name, version and the SHA-256 of each of its possible files (one a system, where it has binaries).

    ``support_of`` names the package whose modules import it; its own kernels are then not collected. ``path`` is the
    wheel, where the list names one on this machine.
    """

    name: str
    version: str
    hashes: tuple[str, ...]
    support_of: str = ""
    path: Path | None = None

    def __str__(self) -> str:
        return f"{self.name} {self.version}"

    @property
    def line(self) -> str:
        """The requirement as pip takes it."""
        return " ".join([f"{self.name}=={self.version}", *(f"--hash=sha256:{digest}" for digest in self.hashes)])


class BadRequirement(BuildError):
    """A line of the list cannot be collected; the message names it and says what to write."""


def read_requirements(file: Path) -> list[Requirement]:
    """The requirements of a file in its order; raises BadRequirement."""
    if file.stat().st_size > MOST_BYTES:
        raise BadRequirement(
            f"{file} has {file.stat().st_size:,} bytes: no list of packages has more than {MOST_BYTES:,}"
        )
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadRequirement(f"{file} is no text: name a file of lines NAME==VERSION --hash=sha256:...") from None
    found: dict[str, Requirement] = {}
    for number, line in _logical_lines(text):
        requirement = _requirement(line, f"{file}:{number}", file.parent)
        if requirement.name in found:
            raise BadRequirement(f"{file}:{number}: {requirement.name} is there twice")
        found[requirement.name] = requirement
    if not any(not requirement.support_of for requirement in found.values()):
        raise BadRequirement(f"{file} names no package: write a line NAME==VERSION --hash=sha256:...")
    for requirement in found.values():
        if requirement.support_of and requirement.support_of not in found:
            raise BadRequirement(
                f"{file}: {requirement.name} is support of {requirement.support_of}, which is not there"
            )
    return list(found.values())


def wheel_requirement(wheel: Path) -> Requirement:
    """The requirement of a wheel on this machine, without a hash to check."""
    try:
        name, version, *_ = parse_wheel_filename(wheel.name)
    except InvalidWheelFilename:
        raise BadRequirement(f"{one_line(wheel)} is not named like a wheel: NAME-VERSION-py3-none-any.whl") from None
    return Requirement(name, str(version), (), path=wheel)


def _logical_lines(text: str) -> list[tuple[int, str]]:
    """Lines, joined where one ends in a backslash, each with the number of its first; without empty ones."""
    found: list[tuple[int, str]] = []
    held, first = "", 0
    for number, line in enumerate(text.splitlines(), 1):
        first = first if held else number
        if line.rstrip().endswith("\\") and not line.lstrip().startswith("#"):
            held += line.rstrip()[:-1] + " "
            continue
        whole, held = held + line, ""
        if _COMMENT.sub("", whole).strip():
            found.append((first, whole))
    return [*found, (first, held)] if held.strip() else found


def _requirement(line: str, place: str, folder: Path) -> Requirement:
    support = _SUPPORT.search(line)
    text = _COMMENT.sub("", line).strip()
    hashes = tuple(dict.fromkeys(_HASH.findall(text)))
    wanted = _HASH.sub("", text).strip()
    support_of = canonicalize_name(support[1]) if support else ""
    if wanted.endswith(".whl") and "://" not in wanted:
        wheel = wheel_requirement(folder / wanted)
        return Requirement(wheel.name, wheel.version, hashes, support_of, wheel.path)
    if canonicalize_name(wanted) == WARP:
        return Requirement(WARP, installed(WARP) or "", ())
    shown = one_line(wanted, 80)
    try:
        specifier = Specifier(wanted)
    except InvalidRequirement:
        raise BadRequirement(f"{place}: {shown} is no requirement: write NAME==VERSION --hash=sha256:...") from None
    (pin,) = list(specifier.specifier) if len(specifier.specifier) == 1 else (None,)
    if pin is None or pin.operator != "==" or pin.version.endswith(".*"):
        raise BadRequirement(f"{place}: {shown} is not pinned: write {specifier.name}==VERSION --hash=sha256:...")
    if specifier.url or specifier.marker or specifier.extras:
        raise BadRequirement(
            f"{place}: {shown} has an address, a marker or extras: write NAME==VERSION and hashes alone"
        )
    if not hashes:
        raise BadRequirement(f"{place}: {shown} has no --hash=sha256:..., so it could be another wheel each time")
    return Requirement(canonicalize_name(specifier.name), pin.version, hashes, support_of)
