"""A sample that can be read on the web: one page a row and an index."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain, islice
from pathlib import Path
from typing import Any

from generator.dataset.configs import get_config
from generator.dataset.shard_rows import rows_of
from generator.dataset.shards import shards_of
from generator.production.folder import files

CONFIG, SPLIT = "cuda_backward", "train"
ROWS_PER_CATEGORY = 10
INDEX = "README.md"

_CALL = f'load_dataset("./warp_cuda_ir.py", "{CONFIG}", streaming=True)["{SPLIT}"]'

_PAGE = """# {kernel_name}

{description}

`{id}` · {category} · {line_count} lines · launched over {launch_dim} threads · built-ins: {builtins}

| argument | type | role |
|---|---|---|
{arguments}

## Python

```python
{python_source}
```

## CUDA, forward

```cpp
{cuda_forward}
```

## CUDA, adjoint

```cpp
{cuda_backward}
```
"""


def sample_pages() -> dict[str, str]:
    """Text of each page by its path: the first rows of the stream of seed 0, as drawn, and their index."""
    config = get_config(CONFIG)
    count = ROWS_PER_CATEGORY * len(config.categories)
    rows = list(islice(chain.from_iterable(rows_of(shard) for shard in shards_of(config, SPLIT)), count))
    pages = {f"{row['category']}/{row['id']}.md": _page(row) for row in rows}
    return {INDEX: _index(rows)} | pages


def write_samples(folder: Path) -> int:
    """Write the pages and remove those of an earlier sample; returns the number of pages."""
    pages = sample_pages()
    for path in folder.rglob("*.md"):
        if path.relative_to(folder).as_posix() not in pages:
            path.unlink()
    for name, text in pages.items():
        files.write_bytes(folder / name, text.encode())
    return len(pages)


def _page(row: Mapping[str, Any]) -> str:
    arguments = "\n".join(f"| `{a['name']}` | `{a['type']}` | {a['role']} |" for a in row["arguments"])
    code = {name: row[name].rstrip() for name in ("python_source", "cuda_forward", "cuda_backward")}
    shape = " x ".join(map(str, row["launch_dim"]))
    builtins = ", ".join(f"`{name}`" for name in row["builtins"])
    return _PAGE.format(**{**row, **code, "arguments": arguments, "launch_dim": shape, "builtins": builtins})


def _index(rows: Iterable[Mapping[str, Any]]) -> str:
    found = list(rows)
    lines = [
        "# Sample",
        "",
        f"The first {len(found)} rows of `{_CALL}`, as drawn. `make samples` writes them again.",
    ]
    for category in sorted({row["category"] for row in found}):
        lines += ["", f"## {category}", ""]
        mine = (row for row in found if row["category"] == category)
        lines += [
            f"- [`{row['kernel_name']}`]({category}/{row['id']}.md), {row['line_count']} lines: "
            f"{row['description'].split('. ')[0].rstrip('.')}."
            for row in mine
        ]
    return "\n".join(lines) + "\n"
