"""Licences by their SPDX names: how spellings and texts are recognised, and which allow redistribution."""

from __future__ import annotations

import re
from collections.abc import Iterable

from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression

ALLOWED = frozenset(
    {"Apache-2.0", "MIT", "MIT-0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "0BSD", "Zlib", "CC0-1.0", "Unlicense"}
)
"""Licences under which rows may be redistributed if notices are kept; every other one is refused."""

ALLOWED_EXCEPTIONS = frozenset({"LLVM-exception"})
"""Exceptions allowed after WITH: they only permit more."""

LONGEST_EXPRESSION = 300
"""Longest licence expression or spelling, in letters; a longer one is a licence text."""

SPELLINGS = {
    "apache 2": "Apache-2.0",
    "apache 2.0": "Apache-2.0",
    "apache v2": "Apache-2.0",
    "apache v2.0": "Apache-2.0",
    "apache2": "Apache-2.0",
    "apache license 2": "Apache-2.0",
    "apache license 2.0": "Apache-2.0",
    "apache license v2.0": "Apache-2.0",
    "apache license version 2.0": "Apache-2.0",
    "apache 2.0 license": "Apache-2.0",
    "apache software license 2.0": "Apache-2.0",
    "apache software license version 2.0": "Apache-2.0",
    "mit license": "MIT",
    "mit license mit": "MIT",
    "expat license": "MIT",
    "mit no attribution license mit 0": "MIT-0",
    "bsd 2 clause": "BSD-2-Clause",
    "bsd 2 clause license": "BSD-2-Clause",
    "simplified bsd license": "BSD-2-Clause",
    "bsd 3 clause": "BSD-3-Clause",
    "bsd 3 clause license": "BSD-3-Clause",
    "new bsd license": "BSD-3-Clause",
    "modified bsd license": "BSD-3-Clause",
    "isc license": "ISC",
    "isc license iscl": "ISC",
    "zlib license": "Zlib",
    "zlib libpng license": "Zlib",
    "cc0": "CC0-1.0",
    "cc0 1.0 universal": "CC0-1.0",
    "cc0 1.0 universal cc0 1.0 public domain dedication": "CC0-1.0",
    "unlicense unlicense": "Unlicense",
    "gplv2": "GPL-2.0-only",
    "gplv3": "GPL-3.0-only",
    "gnu general public license v2 gplv2": "GPL-2.0-only",
    "gnu general public license v3 gplv3": "GPL-3.0-only",
    "gnu general public license v3 or later gplv3+": "GPL-3.0-or-later",
    "gnu affero general public license v3": "AGPL-3.0-only",
    "mozilla public license 2.0 mpl 2.0": "MPL-2.0",
}
"""Spelling of a licence, normalised by `_spelling` -> SPDX name; also trove classifiers without their path."""

TEXTS = (
    ("Apache-2.0", ("licensed under the apache license version 2 0",)),
    ("Apache-2.0", ("apache license version 2 0 january 2004",)),
    (
        "MIT",
        ("permission is hereby granted free of charge to any person obtaining a copy", "permission notice shall be"),
    ),
    ("MIT", ("licensed under the mit license",)),
    ("BSD-3-Clause", ("redistribution and use in source and binary forms", "neither the name")),
    ("BSD-3-Clause", ("licensed under the bsd 3 clause license",)),
    ("BSD-2-Clause", ("redistribution and use in source and binary forms",)),
    (
        "ISC",
        ("permission to use copy modify and or distribute this software", "provided that the above copyright notice"),
    ),
    ("0BSD", ("permission to use copy modify and or distribute this software",)),
    (
        "Zlib",
        ("the origin of this software must not be misrepresented", "altered source versions must be plainly marked"),
    ),
    ("Unlicense", ("this is free and unencumbered software released into the public domain",)),
    ("CC0-1.0", ("cc0 1 0 universal",)),
    ("MPL-2.0", ("mozilla public license version 2 0",)),
    ("MPL-2.0", ("mozilla public license v 2 0",)),
    ("AGPL-3.0-only", ("gnu affero general public license version 3",)),
    ("LGPL-3.0-only", ("gnu lesser general public license version 3",)),
    ("GPL-3.0-only", ("gnu general public license version 3",)),
    ("GPL-2.0-only", ("gnu general public license version 2",)),
    ("GPL-2.0-or-later", ("terms of the gnu general public license as published by",)),
    ("CC-BY-NC-4.0", ("attribution noncommercial 4 0 international",)),
    ("LicenseRef-NVIDIA-Source-Code", ("nvidia source code license",)),
    ("LicenseRef-Proprietary", ("this software is proprietary",)),
    ("LicenseRef-Proprietary", ("strictly prohibited without the express",)),
    ("LicenseRef-Proprietary", ("an express license agreement from",)),
)
"""SPDX name, and phrases that its text (or the notice that names it) all contains, in lower case and words alone.

Of the rows with the same first phrase only the first that fits is used.
"""


def spdx_of(written: str) -> str:
    """The canonical SPDX expression for ``written``; "" where it is not recognised."""
    if len(written) > LONGEST_EXPRESSION:
        return ""
    known = SPELLINGS.get(_spelling(written))
    try:
        return known or str(canonicalize_license_expression(written.strip()))
    except InvalidLicenseExpression:
        return ""


def spdx_of_text(text: str) -> tuple[str, ...]:
    """SPDX names of the licences whose text or notice stands in ``text``, sorted."""
    words = " ".join(re.findall(r"[a-z0-9]+", text.lower()))
    found: dict[str, str] = {}
    for name, sentences in TEXTS:
        if all(sentence in words for sentence in sentences):
            found.setdefault(sentences[0], name)
    return tuple(sorted(set(found.values())))


def allows_passing_on(expression: str) -> bool:
    """Whether a canonical SPDX expression allows redistribution: all parts of AND do, or one of OR."""
    tokens = re.findall(r"[()]|[^\s()]+", expression)
    allowed, rest = _any_of(tokens)
    return allowed and not rest


def all_of(expressions: Iterable[str]) -> str:
    """One expression for code under all of these, each part once, in their order; "" where there are none."""
    parts: list[str] = []
    for expression in expressions:
        whole = [expression] if " OR " in expression else expression.split(" AND ")
        parts += [part for part in whole if part and part not in parts]
    joined = " AND ".join(f"({part})" if " OR " in part and len(parts) > 1 else part for part in parts)
    return str(canonicalize_license_expression(joined)) if joined else ""


def _any_of(tokens: list[str]) -> tuple[bool, list[str]]:
    allowed, rest = _every(tokens)
    while rest and rest[0] == "OR":
        other, rest = _every(rest[1:])
        allowed = allowed or other
    return allowed, rest


def _every(tokens: list[str]) -> tuple[bool, list[str]]:
    allowed, rest = _one(tokens)
    while rest and rest[0] == "AND":
        other, rest = _one(rest[1:])
        allowed = allowed and other
    return allowed, rest


def _one(tokens: list[str]) -> tuple[bool, list[str]]:
    if not tokens:
        return False, []
    if tokens[0] == "(":
        allowed, rest = _any_of(tokens[1:])
        return allowed, rest[1:]
    allowed, rest = tokens[0] in ALLOWED, tokens[1:]
    if rest[:1] == ["WITH"]:
        allowed, rest = allowed and rest[1] in ALLOWED_EXCEPTIONS, rest[2:]
    return allowed, rest


def _spelling(written: str) -> str:
    """Lower case, without a leading "the", one blank for each run of signs but letters, digits, ``.`` and ``+``."""
    words = re.sub(r"[^a-z0-9.+]+", " ", written.lower()).strip()
    return words.removeprefix("the ")
