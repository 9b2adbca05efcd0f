"""Hostile and damaged folders: name -> what was done to a sound build -> commands, and what their one line says."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from tests.hostile.folders import CONFIG, file_of, instead, listed, manifest, rehash, rewrite, row, text

DEEP = 100_000


@dataclass(frozen=True)
class Case:
    """``damage`` is done to a copy of a sound build; ``said`` has a part of the line that each command says then."""

    damage: Callable[[Path], None]
    said: dict[str, str] = field(default_factory=dict)


def _all(line: str) -> dict[str, str]:
    return dict.fromkeys(("validate", "push", "card", "report", "stats"), line)


def _truncated(root: Path) -> None:
    content = file_of(root).read_bytes()
    file_of(root).write_bytes(content[: len(content) // 2])
    rehash(root)


def _flipped(root: Path) -> None:
    path = file_of(root)
    group = pq.read_metadata(path).row_group(0)
    place = next(
        group.column(i).data_page_offset  # the header of a page: what is in a page may decode to another text
        for i in range(group.num_columns)
        if group.column(i).path_in_schema == "cuda_forward"
    )
    content = bytearray(path.read_bytes())
    content[place] ^= 0x55
    path.write_bytes(content)
    rehash(root)


def _swapped(root: Path) -> None:
    aside = root / "aside"
    file_of(root, "test").rename(aside)
    file_of(root, "validation").rename(file_of(root, "test"))
    aside.rename(file_of(root, "validation"))
    rehash(root)


def _doubled_file(root: Path) -> None:
    shutil.copy(file_of(root), root / CONFIG / "train-00001-of-00002.parquet")


def _foreign_file(root: Path) -> None:
    rows = pq.read_metadata(file_of(root, "test")).num_rows
    rewrite(root, pa.table({"text": ["hello"] * rows}), "test")


def _not_parquet(root: Path) -> None:
    file_of(root, "test").write_text("hello")
    rehash(root)


def _missing_file(root: Path) -> None:
    file_of(root, "test").unlink()


def _missing_column(root: Path) -> None:
    rewrite(root, pq.read_table(file_of(root)).drop_columns(["launch"]))


def _extra_column(root: Path) -> None:
    table = pq.read_table(file_of(root))
    rewrite(root, table.append_column("payload", pa.array(["x"] * table.num_rows)))


def _column_twice(root: Path) -> None:
    table = pq.read_table(file_of(root))
    rewrite(root, table.append_column("launch", table["launch"]))


def _other_type(root: Path) -> None:
    table = pq.read_table(file_of(root))
    place = table.schema.get_field_index("seed")
    rewrite(root, table.set_column(place, "seed", table["seed"].cast(pa.string())))


def _deleted_row(root: Path) -> None:
    rewrite(root, pq.read_table(file_of(root)).slice(1))


def _deleted_row_and_count(root: Path) -> None:
    _deleted_row(root)
    path = root / "manifest.json"
    found = json.loads(path.read_text())
    for entry in found["files"]:
        entry["rows"] -= entry["path"].startswith(f"{CONFIG}/train")
    path.write_text(json.dumps(found))


def _doubled_row(root: Path) -> None:
    table = pq.read_table(file_of(root))
    rewrite(root, pa.concat_tables([table.slice(0, 1), table.slice(0, 1), table.slice(2)]))


def _moved_row(root: Path) -> None:
    train, test = pq.read_table(file_of(root)), pq.read_table(file_of(root, "test"))
    rewrite(root, pa.concat_tables([train.slice(0, 1), test.slice(1)]), "test")


def _unknown_config(root: Path) -> None:
    (root / CONFIG).rename(root / "cuda_sideways")


def _other_builds_manifest(root: Path) -> None:
    path = root / "manifest.json"
    found = json.loads(path.read_text())
    for entry in found["files"]:
        entry["sha256"] = "0" * 64
    path.write_text(json.dumps(found))


def _linked_folder(root: Path) -> None:
    (root / CONFIG).rename(root.parent / "elsewhere")
    (root / CONFIG).symlink_to(root.parent / "elsewhere")


def _invalid_utf8(root: Path) -> None:
    table = pq.read_table(file_of(root))
    values = [text.encode() for text in table["description"].to_pylist()]
    values[0] = b"\xff\xfe"
    raw = pa.array(values, pa.binary()).view(pa.string())
    place = table.schema.get_field_index("description")
    rewrite(root, table.set_column(place, "description", raw))


def _io(**array: object) -> str:
    values = {"x": {"dtype": "float32", "shape": [1], "data": "AAAAAA=="} | array}
    tables = {name: {} for name in ("inputs", "outputs", "cotangents", "gradients")}
    return json.dumps({"format": 1, "seed": "0", "dim": [1], **tables, "inputs": values})


UNFIT = {"launch": '{"arguments":[', "nested": "[" * DEEP + "]" * DEEP}
BEYOND = f"s2-arithmetic-0-train-{10**30}-0"
SCRIPT = "<script>alert(1)</script>"

CASES: dict[str, Case] = {
    # Damage of files; the hashes fit again where the file still is one.
    "parquet truncated": Case(_truncated, _all("damaged") | {"validate": "cannot be read"}),
    "parquet with a flipped bit": Case(_flipped, _all("cannot be read")),
    "parquet files swapped": Case(_swapped, _all("the id says split") | {"validate": "the id says split"}),
    "parquet file doubled": Case(_doubled_file, _all("its manifest does not name it")),
    "parquet of somebody else": Case(_foreign_file, _all("columns differ")),
    "text called parquet": Case(_not_parquet, _all("damaged") | {"validate": "cannot be read"}),
    "file missing": Case(_missing_file, _all("missing, or not what") | {"push": "not what the manifest says"}),
    "column missing": Case(_missing_column, _all("columns differ from those of cuda_backward: launch")),
    "column too many": Case(_extra_column, _all("columns differ from those of cuda_backward: payload")),
    "column twice": Case(_column_twice, _all("columns differ from those of cuda_backward: launch")),
    "column of another type": Case(_other_type, _all("columns differ from those of cuda_backward: seed")),
    "text that is no UTF-8": Case(_invalid_utf8, _all("cannot be read")),
    "row deleted": Case(_deleted_row, _all("rows, the manifest says")),
    "row deleted, counts alike": Case(_deleted_row_and_count, _all("rows, the recipe says")),
    "row doubled": Case(_doubled_row, _all("the id occurs twice")),
    "row moved between splits": Case(_moved_row, _all("the id says split train, the file test")),
    "unknown config": Case(_unknown_config, _all("no config is called cuda_sideways") | {"push": "cuda_sideways"}),
    "manifest of another build": Case(
        _other_builds_manifest, _all("missing, or not what") | {"push": "not what the manifest says"}
    ),
    # Paths and links.
    "stats.json a link": Case(instead("stats.json"), _all("is a link")),
    "card a link": Case(instead("README.md"), {"push": "is a link", "validate": "is a link"}),
    "manifest a link": Case(instead("manifest.json"), _all("is a link")),
    "parquet a link": Case(instead(f"{CONFIG}/test-00000-of-00001.parquet"), _all("is a link")),
    "config a link": Case(_linked_folder, _all("is a link")),
    "stats.json a pipe": Case(instead("stats.json", os.mkfifo), _all("is a pipe")),
    "card a pipe": Case(instead("README.md", os.mkfifo), _all("is a pipe")),
    "manifest a pipe": Case(instead("manifest.json", os.mkfifo), _all("is a pipe")),
    "parquet a pipe": Case(instead(f"{CONFIG}/test-00000-of-00001.parquet", os.mkfifo), _all("is a pipe")),
    "rows a pipe": Case(instead(f"{CONFIG}/more.json", os.mkfifo), _all("is a pipe")),
    "card a folder": Case(instead("README.md", os.mkdir), {"push": "has no README.md"}),
    "path out of the folder": Case(listed(path="../../etc/passwd"), _all("does not stay in")),
    "absolute path": Case(listed(path="/etc/passwd"), _all("does not stay in")),
    "path with a line break": Case(listed(path="a\nb"), _all("does not stay in")),
    "path that is a number": Case(listed(path=7), _all("an entry of files has path = 7")),
    # Numbers and JSON.
    "size that is a text": Case(listed(bytes="many"), _all("an entry of files has bytes = 'many'")),
    "manifest truncated": Case(text("manifest.json", '{"files": ['), _all("is damaged")),
    "manifest a list": Case(text("manifest.json", "[]"), _all("it is no object")),
    "manifest nested": Case(text("manifest.json", UNFIT["nested"]), _all("nested too deeply")),
    "files no list": Case(manifest(files={"a": 1}), _all("files is no list")),
    "stats.json truncated": Case(text("stats.json", "{"), _all("stats.json")),
    "io of 10^12 elements": Case(row("io", _io(shape=[10**6, 10**6])), {"validate": "an array of shape"}),
    "io of negative shape": Case(row("io", _io(shape=[-1])), {"validate": "an array of shape"}),
    "io truncated": Case(row("io", '{"format": 1'), {"validate": "cannot be read"}),
    "io of objects": Case(row("io", _io(dtype="object")), {"validate": "cannot be read"}),
    "launch truncated": Case(row("launch", UNFIT["launch"]), {"validate": "cannot be read"}),
    "launch nested": Case(row("launch", UNFIT["nested"]), {"validate": "cannot be read: RecursionError"}),
    "launch no object": Case(row("launch", "7"), {"validate": "cannot be read"}),
    "fingerprint no number": Case(row("fingerprint", "zz"), _all("16 hexadecimal") | {"validate": "fingerprint is zz"}),
    "id a path": Case(row("id", "../../../etc/passwd"), _all("not a row id")),
    "id of a shard beyond any": Case(row("id", BEYOND), {"validate": "no row has the id"}),
    # Texts.
    "script in a description": Case(row("description", SCRIPT), {"validate": "description differs"}),
    "escape sequence in a description": Case(
        row("description", "\x1b]0;owned\x07\x1b[2J"), {"validate": "control character U+001B"}
    ),
    "escape sequence in an id": Case(row("id", "\x1b[2Jx"), _all("not a row id")),
    "NUL in a description": Case(row("description", "a\0b"), {"validate": "control character U+0000"}),
    "NUL in a source": Case(row("python_source", lambda old: old + "\0"), {"validate": "a NUL in Python"}),
    "line break in a category": Case(row("category", "a\nb"), _all("the id says seed")),
    "10 MB of description": Case(row("description", "x" * 10_000_000), {"validate": "10,000,000 letters"}),
    "10 MB of source": Case(row("python_source", "#" * 10_000_000), {"validate": "letters of Python"}),
    "a million minus signs": Case(row("python_source", f"x = {'-' * 999_000}1"), {"validate": "nested deeper"}),
    "a long sum": Case(row("python_source", f"x = 1{'+1' * 50_000}"), {"validate": "nested deeper"}),
    "a million brackets": Case(row("python_source", "(" * 900_000), {"validate": "not Python that can be read"}),
    "code of another kernel": Case(row("cuda_backward", "void f() {}"), {"validate": "differs from what its key"}),
    "markup of rich in an id": Case(row("id", "[red]x[/blue]"), _all("not a row id")),
}  # fmt: skip
"""Every case ends each of its commands with exit code 1 and one line."""

MARKER = "MARKER"
"""Stands for the path of a file that no source may write."""
_MARK = f"open({MARKER!r}, 'w').write('ran')"

SOURCES: dict[str, str] = {
    "marker at import": _MARK,
    "marker in a decorator": f"@(lambda f: {_MARK})\ndef evil():\n    pass",
    "marker in a default": f"def evil(x={_MARK}):\n    pass",
    "marker in a class": f"class Evil:\n    x = {_MARK}",
    "exit": "import sys\nsys.exit(0)",
    "exit of the process": "import os\nos._exit(0)",
    "exit by SystemExit": "raise SystemExit",
    "hang": "while True:\n    pass",
    "sleep": "import time\ntime.sleep(1000)",
    "allocation": "x = bytearray(1 << 40)",
    "allocation by and by": "x = []\nwhile True:\n    x.append(bytearray(1 << 26))",
    "forks": "import os\nfor _ in range(10):\n    os.fork()\nos._exit(0)",
    "crash": "import ctypes\nctypes.string_at(0)",
    "kill": "import os\nos.kill(os.getpid(), 9)",
    "flood": "while True:\n    print('x' * 10000)",
    "the validator replaced": (
        "import generator.production.validating.row_runs as r\nr.run_row = lambda a: {}\nr.verify = None"
    ),
}
"""What is added to the Python of a row; hashes and fingerprint are written anew."""
