"""Card, report and terminal show the texts of rows, and make nothing of them."""

from __future__ import annotations

import base64
import hashlib
import io
import re
from html.parser import HTMLParser
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from markdown_it import MarkdownIt
from rich.console import Console
from typer.testing import CliRunner

from generator.cli import app
from generator.commands.console import show_row
from generator.production.publishing.card import write_card
from generator.production.report import write_report
from tests.production.small_build import write_small_build

SCRIPT = '<script>alert("owned")</script> <img src=x onerror=alert(1)> [go](javascript:alert(1)) \x1b[2J'


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Every description, and one category, is hostile."""
    root = write_small_build(tmp_path_factory.mktemp("build") / "rows", ("cuda_backward",))
    for path in sorted((root / "cuda_backward").glob("*.parquet")):
        table = pq.read_table(path)
        rows = table.to_pylist()
        for row in rows:
            row["description"] = SCRIPT
        rows[0]["category"] = "a\nb<script>"
        rows[1]["category"] = "\x1b]0;owned\x07[red]"
        rows[0]["builtins"] = ["sin\n<b>"]
        pq.write_table(pa.Table.from_pylist(rows, table.schema), path)
    return root


def test_card(build: Path) -> None:
    text = write_card(build).read_text()
    assert "alert" in text and "\x1b" not in text
    page = Elements()
    page.feed(MarkdownIt("commonmark", {"html": True}).enable("table").render(text))
    links = [attributes["href"] for tag, attributes in page.tags if tag == "a"]
    assert links and all(str(link).startswith("https://github.com/NVIDIA/") for link in links)
    assert not {"script", "img", "b"} & {tag for tag, _ in page.tags}


class Elements(HTMLParser):
    """Elements of a page, and the attributes that start with ``on``."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


def test_report_works_under_its_policy_and_lets_nothing_else_run(build: Path, tmp_path: Path) -> None:
    text = write_report(build, tmp_path / "report.html").read_text()
    page = Elements()
    page.feed(text)
    scripts = [attributes for tag, attributes in page.tags if tag == "script"]
    assert scripts == [{"type": "application/json", "id": "rows"}, {}]
    assert not [name for _, attributes in page.tags for name in attributes if name.startswith("on")]
    assert not [tag for tag, _ in page.tags if tag in ("img", "iframe", "object")]
    (policy,) = [a["content"] for tag, a in page.tags if tag == "meta" and a.get("http-equiv")]
    own = re.findall(r"<script>(.*?)</script>", text, re.DOTALL)[-1]
    digest = base64.b64encode(hashlib.sha256(own.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in str(policy) and "default-src 'none'" in str(policy)
    assert "unsafe-inline" not in str(policy).split("style-src")[0]


def test_terminal(build: Path) -> None:
    row = pq.read_table(build / "cuda_backward").to_pylist()[0]
    row["id"] = "[link=http://x]\x1b]0;owned\x07[/link]"
    row["python_source"] = "x = '\x1b[2J'\n"
    console = Console(file=io.StringIO(), width=200)
    show_row(console, row)
    shown = console.file.getvalue()  # type: ignore[attr-defined]
    assert "\x1b" not in shown and "\x07" not in shown and "[link=http://x]" in shown


def test_table_of_figures(build: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.commands.stats.refuse_unsound", lambda root: None)  # else it refuses the folder
    done = CliRunner().invoke(app, ["stats", str(build)], env={"COLUMNS": "400"})
    assert done.exit_code == 0, done.output
    assert "owned" in done.output and "[red]" in done.output
    assert "\x1b" not in done.output and "\x07" not in done.output
