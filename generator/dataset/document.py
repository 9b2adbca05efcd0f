"""Writes the column tables of ``docs/data_format.md``: ``python -m generator.dataset.document docs/data_format.md``."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

import pyarrow as pa

from generator.dataset.schema import ABOUT, CODE, IDENTITY, ORIGIN, TASK, Column

BEGIN, END = "<!-- columns -->\n", "<!-- end of columns -->\n"

SECTIONS: dict[str, tuple[Column, ...]] = {
    "Every row": (*IDENTITY, *ABOUT),
    "Code (a config has those that its file names)": CODE,
    "Tasks (`sft` and `chat`, in place of source and code)": tuple(dict.fromkeys((*TASK["sft"], TASK["chat"][-1]))),
    "Kernels that were given, not made (`lower`)": ORIGIN,
}


def column_tables() -> str:
    """One Markdown table for each section."""
    return "\n".join(f"### {heading}\n\n{_table(columns)}" for heading, columns in SECTIONS.items())


def with_tables(text: str) -> str:
    """The document with what stands between its two marks replaced."""
    head, _, rest = text.partition(BEGIN)
    _, _, tail = rest.partition(END)
    return f"{head}{BEGIN}\n{column_tables()}\n{END}{tail}"


def _table(columns: Iterable[Column]) -> str:
    lines = [f"| `{column.name}` | {_type(column.type)} | {column.meaning} |\n" for column in columns]
    return "| column | type | meaning |\n| --- | --- | --- |\n" + "".join(lines)


def _type(found: pa.DataType) -> str:
    if pa.types.is_list(found):
        return f"list of {_type(found.value_type)}"
    if pa.types.is_struct(found):
        return "(" + ", ".join(f"{field.name}: {_type(field.type)}" for field in found) + ")"
    return {"double": "float64"}.get(str(found), str(found))


if __name__ == "__main__":
    path = Path(sys.argv[1])
    path.write_text(with_tables(path.read_text()))
