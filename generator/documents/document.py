"""Writes the generated parts of the documents: ``python -m generator.documents.document FILE...``."""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Callable, Iterable
from pathlib import Path

import pyarrow as pa

from generator.dataset.configs import get_config, load_configs
from generator.dataset.schema import ABOUT, CODE, COLLECTION, IDENTITY, MADE, ORIGIN, SHORT, TASK, Column
from generator.dataset.shard_rows import rows_of
from generator.dataset.shards import Shard
from generator.documents.gallery import gallery
from generator.lowering.user_kernels.api import lower
from generator.lowering.user_kernels.targets import EMITS
from generator.synthesis import CATEGORIES, DEFAULT, EXTENDED

EVERY_ROW = "Every row"
SECTIONS: dict[str, tuple[Column, ...]] = {
    EVERY_ROW: (IDENTITY[0], *(column for column in ABOUT if column.name in SHORT)),
    "Every row but those of `sft` and `chat`": (IDENTITY[1], *(column for column in ABOUT if column.name not in SHORT)),
    "Synthesized kernels (not in `sft` and `chat`)": MADE,
    "Code (a config has those that its file names)": CODE,
    "Tasks (`sft` and `chat`, in place of source and code)": tuple(dict.fromkeys((*TASK["sft"], TASK["chat"][-1]))),
    "Kernels that were given, not made (`lower`, `wild`, `real`)": ORIGIN,
    "Kernels of packages (`real`)": COLLECTION,
}


_EXAMPLE = Path("examples/clamp_sum.py")
_ADDS = re.compile(r"^(?!\s*//).*(\batomic_add\(|adj_atomic_add\(|atomicAdd\(|\batom\.\S*add|\bREDG?\.|\bATOMG?\.)")


def column_tables() -> str:
    """One Markdown table for each section."""
    return "\n".join(f"### {heading}\n\n{_table(columns)}" for heading, columns in SECTIONS.items())


def config_table() -> str:
    """The configs, one a line."""
    lines = [f"| `{config.name}` | {config.summary} |\n" for config in load_configs().values()]
    return "| config | a row |\n| --- | --- |\n" + "".join(lines)


def category_list() -> str:
    """The categories of both groups."""
    groups = {group: [f"`{name}`" for name, own in CATEGORIES.items() if own == group] for group in (DEFAULT, EXTENDED)}
    lines = [f"- `{group}`: {' '.join(names)}" for group, names in groups.items()]
    return "".join(textwrap.fill(line, 140, subsequent_indent="  ", break_on_hyphens=False) + "\n" for line in lines)


def example_row() -> str:
    """The shortest differentiable row of the first shard, its code cut down to the statements."""
    rows = rows_of(Shard(get_config("cuda_backward", comments=False), "train", 0))
    smooth = (row for row in rows if "not_differentiable" not in row["launch"])
    row = min(smooth, key=lambda row: len(row["cuda_backward"]))
    forward = _statements(row["cuda_forward"], "// forward\n")
    backward = _statements(row["cuda_backward"], "// reverse\n")
    return (
        f"```python\n# python_source of {row['id']}\n{row['python_source']}```\n"
        f"```cpp\n// cuda_forward, its statements\n{forward}// cuda_backward, its statements\n{backward}```\n"
    )


def target_example() -> str:
    """One kernel, and for each target the length of its text and the line that adds to the sum."""
    (found,) = lower(_EXAMPLE, emit=EMITS)
    lines = []
    for column, text in found.code.items():
        if isinstance(text, str):
            (added, *_) = [line.strip() for line in text.splitlines() if _ADDS.search(line)]
            lines.append(f"| `{column}` | {text.count(chr(10))} | `{' '.join(added.split())}` |\n")
    header = (
        "| column | lines | the line that adds to `total` (in an adjoint, to the gradient) |\n| --- | --- | --- |\n"
    )
    _, _, source = _EXAMPLE.read_text(encoding="utf-8").partition("import warp as wp\n\n\n")
    return f"```python\n{source}```\n\n{header}{''.join(lines)}"


REGIONS: dict[str, Callable[[], str]] = {
    "columns": column_tables,
    "configs": config_table,
    "categories": category_list,
    "row": example_row,
    "gallery": gallery,
    "targets": target_example,
}
"""Name of a region -> its writer. A document has it between ``<!-- name -->`` and ``<!-- end of name -->``."""


def renewed(text: str) -> str:
    """The document with its regions written again."""
    for name, write in REGIONS.items():
        begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->\n"
        if begin in text:
            head, _, rest = text.partition(begin)
            text = f"{head}{begin}{write()}{end}{rest.partition(end)[2]}"
    return text


def _statements(code: str, start: str) -> str:
    body = code[code.index(start) + len(start) :]
    return textwrap.dedent(re.split(r"^\s*(?:continue;|\})$", body, maxsplit=1, flags=re.MULTILINE)[0])


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
    for path in map(Path, sys.argv[1:]):
        path.write_text(renewed(path.read_text(encoding="utf-8")), encoding="utf-8")
