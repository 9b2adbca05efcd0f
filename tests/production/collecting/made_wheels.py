"""Unpacked wheels made for tests: a package with one module, and a ``.dist-info`` that says what a test wants."""

from __future__ import annotations

from pathlib import Path
from typing import Any

MIT = """Copyright (c) 2026 Ada Maker <ada@maker.org>

Permission is hereby granted, free of charge, to any person obtaining a copy of this software, to deal in the Software
without restriction. The above copyright notice and this permission notice shall be included in all copies.
"""

GPL = "GNU GENERAL PUBLIC LICENSE\nVersion 3, 29 June 2007\n"

APACHE_HEADER = """# Copyright 2025 The Toy Developers
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
"""

KERNEL = """import warp as wp


@wp.func
def half(value: float, share: float):
    return share * value


@wp.kernel
def scale(x: wp.array(dtype=float)):
    x[wp.tid()] = half(x[wp.tid()], 0.5)
"""


def write_wheel(
    root: Path,
    *fields: str,
    licence: str = MIT,
    modules: dict[str, str] | None = None,
    notices: dict[str, str] | None = None,
) -> Path:
    """A wheel ``toy`` 1.0 in ``root`` with these lines of metadata, one LICENSE unless that is empty, and modules."""
    folder = root / "toy-1.0.dist-info"
    (folder / "licenses").mkdir(parents=True)
    (folder / "METADATA").write_text("\n".join(["Metadata-Version: 2.4", "Name: toy", "Version: 1.0", *fields, "", ""]))
    texts = {f"{folder.name}/licenses/LICENSE": licence} if licence else {}
    texts |= notices or {}
    texts |= {f"toy/{name}.py": text for name, text in (modules or {"kernels": KERNEL}).items()}
    for name, text in texts.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return root


def raw_row(file: str = "toy/kernels.py", source: str = KERNEL, line: int = 9, **code: str) -> dict[str, Any]:
    """What of a collected row its terms are told from."""
    return {"file": file, "line": line, "python_source": source, "code": code}
