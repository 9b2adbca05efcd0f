"""The report: one page that asks for nothing from outside, whose figures and gallery are those of the build."""

from __future__ import annotations

import base64
import gzip
import html
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from generator.cli import app
from generator.production.folder.build_folder import open_build
from generator.production.report import write_report
from generator.production.report.charts import histogram
from generator.production.report.gallery import gallery
from generator.production.report.highlight import LONGEST, highlighted, python_lines
from generator.production.report.sections import SHAPES
from tests.production.small_build import KERNELS, OPERATIONS, write_small_build

COLUMNS = ["python_source", "cuda_forward", "cuda_backward", "prompt", "completion"]
SPLITS = ("train", "validation", "test")


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_small_build(
        tmp_path_factory.mktemp("build") / "warp-cuda-ir", ("cuda_forward", "cuda_backward", "sft")
    )


@pytest.fixture(scope="module")
def page(build: Path) -> str:
    return write_report(build).read_text()


class Links(HTMLParser):
    """Collects what a browser would fetch, ids, and how far elements are nested."""

    def __init__(self) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.ids += [found["id"] or ""] if "id" in found else []
        self.fetched += [value or "" for name, value in attrs if name in ("src", "href", "action", "data", "poster")]


def embedded(page: str) -> list[dict[str, Any]]:
    match = re.search(r'<script type="application/json" id="rows">(.*?)</script>', page, re.DOTALL)
    assert match
    rows: list[dict[str, Any]] = json.loads(match[1])
    return rows


def unpacked(row: dict[str, Any]) -> dict[str, Any]:
    code: dict[str, Any] = json.loads(gzip.decompress(base64.b64decode(row["code"])))
    return code


def plain(lines: list[str]) -> str:
    return "\n".join(html.unescape(re.sub(r"<[^>]+>", "", line)) for line in lines)


def test_page_asks_for_nothing_from_outside(page: str) -> None:
    links = Links()
    links.feed(page)
    assert all(link.startswith(("#", "data:")) for link in links.fetched)
    assert len(links.ids) == len(set(links.ids))
    style, script = (re.search(rf"<{tag}>(.*?)</{tag}>", page, re.DOTALL) for tag in ("style", "script"))
    assert style and script
    assert not re.search(r"url\(|@import", style[1])
    assert not re.search(r"fetch\(|XMLHttpRequest|import\(|https?://", script[1])


def test_figures_are_those_of_the_rows(page: str, build: Path) -> None:
    rows = ds.dataset(build / "cuda_backward").to_table().to_pylist()
    tiles = re.findall(r'<div class="tile"><b>(.*?)</b><span>(.*?)</span>', page)
    assert {what: number for number, what in tiles} | {"of Parquet": ""} == {
        "kernels": str(len(rows)),
        "distinct skeletons": str(len({row["fingerprint"] for row in rows})),
        "held-out skeletons in train": "0",
        "Warp built-ins called": str(len({name for row in rows for name in row["builtins"]})),
        "categories": str(len(KERNELS)),
        "of Parquet": "",
    }
    assert 'data-tip="loop, train: 8"' in page and 'data-tip="loop, test: 1"' in page
    assert page.count("<figure>") == 2 * len(COLUMNS) + len(SHAPES)
    assert f"<td>{len(rows)} of {len(rows)}</td>" in page


def test_gallery_rows_are_the_builds_rows(page: str, build: Path) -> None:
    stored = {row["id"]: row for row in ds.dataset(build / "cuda_backward").to_table().to_pylist()}
    tasks = {row["id"]: row for row in ds.dataset(build / "sft").to_table().to_pylist()}
    shown = embedded(page)
    assert len(shown) == len(KERNELS) * len(OPERATIONS)
    for row in shown:
        code = unpacked(row)
        assert (
            list(code) == row["columns"] == ["python_source", "cuda_forward", "cuda_backward", "prompt", "completion"]
        )
        expected = tasks[row["id"]] | stored[row["id"]]
        for column, text in code.items():
            assert plain(text["lines"]) == expected[column].rstrip("\n")
            assert len(text["from"]) == len(text["lines"])


def test_gallery_is_bounded_and_even(build: Path) -> None:
    few = gallery(open_build(build), rows=12)
    assert {(row["category"], row["split"]) for row in few} == {
        (c, s) for c in KERNELS for s in ("train", "validation", "test")
    }
    limit = len(json.dumps(few[:5])) + 10
    cut = gallery(open_build(build), rows=12, limit=limit)
    assert 3 <= len(cut) <= 5 and cut == few[: len(cut)]
    assert {row["category"] for row in few[: len(KERNELS)]} == set(KERNELS)


def test_gallery_holds_every_row_where_there_is_room(build: Path) -> None:
    total = len(KERNELS) * len(OPERATIONS)
    for rows in (total, total - 3, total + 20):
        assert len({row["id"] for row in gallery(open_build(build), rows=rows)}) == min(rows, total)


def test_page_says_of_how_many_rows_its_gallery_is_a_sample(build: Path, page: str, tmp_path: Path) -> None:
    assert "of the 40 rows" not in page
    assert "<p>12 of the 40 rows, " in write_report(build, tmp_path / "few.html", rows=12).read_text()


def test_long_lines_of_the_python_pane_wrap(page: str) -> None:
    """They were cut at the pane's edge, and its scroll bar lies below the screen."""
    (rule,) = re.findall(r"#python div \{([^}]*)\}", page)
    assert "white-space: pre-wrap" in rule and "overflow-wrap: anywhere" in rule and "min-width: 0" in rule


def test_same_build_same_page(build: Path, page: str, tmp_path: Path) -> None:
    assert write_report(build, tmp_path / "again.html").read_text() == page


def test_text_of_a_row_cannot_break_the_page(tmp_path: Path) -> None:
    root = write_small_build(tmp_path / "build", ("cuda_forward",))
    path = root / "cuda_forward" / "test-00000-of-00001.parquet"
    table = pq.read_table(path)
    nasty = '</script><script>alert("x")</script><!-- & "quoted"'
    for name in ("description", "kernel_name", "category", "cuda_forward"):
        column = pa.array([nasty] * table.num_rows)
        table = table.set_column(table.schema.get_field_index(name), name, column)
    pq.write_table(table, path)
    page = write_report(root).read_text()
    assert "<script>alert" not in page
    assert len(re.findall(r"</script>", page)) == 2
    row = next(row for row in embedded(page) if row["description"] == nasty)
    assert plain(unpacked(row)["cuda_forward"]["lines"]) == nasty


def test_each_generated_line_knows_its_python_line(build: Path) -> None:
    rows = ds.dataset(build / "cuda_backward").to_table().to_pylist()
    row = next(row for row in rows if row["category"] == "arithmetic")
    store = next(i for i, line in enumerate(row["python_source"].split("\n"), start=1) if "out[" in line)
    for column, statement in (("cuda_forward", " wp::array_store"), ("cuda_backward", " wp::adj_array_store")):
        pairs = list(zip(row[column].rstrip("\n").split("\n"), python_lines(row[column]), strict=True))
        assert {number for line, number in pairs if statement in line and "//" not in line} == {store}
        assert {number for line, number in pairs if line.startswith(("extern", "    wp::array_t"))} == {0}


def test_long_texts_are_cut() -> None:
    text = "\n".join(f"x = {i}" for i in range(LONGEST + 7))
    lines = highlighted(text, "python_source")
    assert len(lines) == LONGEST + 1 and "7 more lines" in lines[-1]


def test_histogram_counts_every_row() -> None:
    values = np.array([3, 3, 4, 9, 40, 41, 5000])
    counts = [int(n.replace(",", "")) for n in re.findall(r"([\d,]+) rows", histogram(values, "x", "lines"))]
    assert sum(counts) == len(values)
    assert histogram(np.array([7, 7]), "x", "lines").count("median 7") == 1


def test_command(build: Path, tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    done = CliRunner().invoke(app, ["report", str(build), "--out", str(out), "--rows", "8"])
    assert done.exit_code == 0 and f"{out.stat().st_size:,} bytes" in done.stdout, done.output
    empty = CliRunner().invoke(app, ["report", str(tmp_path)])
    assert empty.exit_code == 2 and empty.stderr.startswith("report: no <config>") and empty.stderr.count("\n") == 1
