"""Little wheels and folders with kernels, for collections that need no network."""

from __future__ import annotations

import hashlib
import zipfile
from pathlib import Path

from generator.production.folder import files

WORK = ".collecting"

KERNEL = '''
@wp.kernel
def {name}(x: wp.array(dtype=float), y: wp.array(dtype=float)):
    """{name} of each value."""
    i = wp.tid()
    y[i] = {value}
'''

VALUES = {
    "double": "2.0 * x[i]",
    "bent": "wp.sin(x[i]) * x[i]",
    "clipped": "wp.max(x[i], 0.5)",
    "root": "wp.sqrt(wp.abs(x[i]))",
}

MODULES = {f"pack/{name}.py": "import warp as wp\n" + KERNEL.format(name=name, value=VALUES[name]) for name in VALUES}
"""Four modules with a kernel each."""

FILES = {"pack/__init__.py": "", **MODULES}

METADATA = (
    "Metadata-Version: 2.4\nName: {name}\nVersion: {version}\nLicense-Expression: {license}\nLicense-File: LICENSE\n"
)

MIT = """MIT License

Copyright (c) 2025 The Makers

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software.
"""


def write_folder(root: Path, contents: dict[str, str]) -> Path:
    """A folder with these files."""
    for name, text in contents.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def write_wheel(folder: Path, contents: dict[str, str], name: str = "pack", license: str = "MIT") -> Path:
    """A wheel of version 1.0 with these files; the same files give the same bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    about = f"{name}-1.0.dist-info"
    every = contents | {
        f"{about}/METADATA": METADATA.format(name=name, version="1.0", license=license),
        f"{about}/WHEEL": "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{about}/licenses/LICENSE": MIT,
        f"{about}/RECORD": "",
    }
    path = folder / f"{name}-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as opened:
        for each, text in every.items():
            opened.writestr(zipfile.ZipInfo(each), text)
    return path


def pinned(wheel: Path, as_path: bool = True) -> str:
    """The line of a list that asks for a wheel: by its path, or by name and version."""
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    name, version, *_ = wheel.name.split("-")
    return f"{wheel if as_path else f'{name}=={version}'} --hash=sha256:{digest}\n"


def content(root: Path) -> dict[str, str]:
    """Hash of each file of a collected folder that a reader sees."""
    visible = (path for path in root.rglob("*") if path.is_file() and WORK not in path.parts)
    return {path.relative_to(root).as_posix(): files.sha256_of(path) for path in visible}
