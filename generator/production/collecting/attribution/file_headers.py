"""Licence and copyright in the header of a Python file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from generator.production.collecting.attribution.addresses import without_addresses
from generator.production.collecting.attribution.comments import Passage
from generator.production.collecting.attribution.spdx import all_of, spdx_of, spdx_of_text

LONGEST_NOTICE = 300
"""Longest copyright line that is kept, in letters."""

_SPDX_LICENCE = re.compile(r"SPDX-License-Identifier:[ \t]*([^\n]*)")
_NOTICE = re.compile(
    r"^\W*(?:SPDX-FileCopyrightText:[ \t]*(?=\S)"
    r"|(?=copyright\s*(?:\(c\)|©|\d{4}|:)|copyright\s+by\s|(?:\(c\)|©)\s*\d{4}"
    r"|copyright (?-i:(?!Licen[sc]e|Notice|Owner|Holder|Act|Law)[A-Z])))(.*)$",
    re.IGNORECASE,
)
_TEMPLATE = re.compile(r"[\[<{](?:yyyy|year|name of|fullname|copyright holder)", re.IGNORECASE)
_RIGHTS = re.compile(r"\s*all rights reserved\.?\s*", re.IGNORECASE)
_NO_NAME = re.compile(r"(?i)\(c\)|©|\bcopyright\b|\bby\b|\d{4}|\bpresent\b|[^\w\s&]|\([^)]*licen[sc]e[^)]*\)")


@dataclass(frozen=True)
class FileHeader:
    """``license`` is a canonical SPDX expression, "" where the file names none; "?" where it names an unknown one."""

    license: str
    copyright: tuple[str, ...]

    @property
    def holder(self) -> str:
        """The holder in the file's first notice, in lower case; "" where it has none."""
        return next(iter(holders(self.copyright[:1])), "")


UNKNOWN = "?"
"""Licence of a file whose header names one that is not recognised."""


def read_header(said: Sequence[Passage]) -> FileHeader:
    """The header of a file, from the passages above its first statement."""
    top = "\n".join(passage.text for passage in said if passage.head)
    named = [words.strip().strip("\"'") for words in _SPDX_LICENCE.findall(top)]
    known = [spdx_of(words) for words in named]
    if not all(known):
        return FileHeader(UNKNOWN, copyright_lines(top))
    return FileHeader(all_of([*known, *spdx_of_text(top)]), copyright_lines(top))


def copyright_lines(text: str) -> tuple[str, ...]:
    """The copyright notices in a text, each once, in order, without e-mail addresses and unfilled templates."""
    found: list[str] = []
    for line in text.split("\n"):
        match = _NOTICE.match(line[: 2 * LONGEST_NOTICE])
        if not match or _TEMPLATE.search(line):
            continue
        notice = " ".join(without_addresses(match[1]).split())[:LONGEST_NOTICE]
        if _RIGHTS.fullmatch(notice):
            if found and "rights reserved" not in found[-1].lower():
                found[-1] += f" {notice}"
        elif notice and notice not in found:
            found.append(notice)
    return tuple(found)


def holders(notices: Iterable[str]) -> set[str]:
    """The copyright holders in notices, in lower case, without years and punctuation."""
    names = (" ".join(_NO_NAME.sub(" ", _RIGHTS.sub(" ", notice)).lower().split()) for notice in notices)
    return {name for name in names if name}
