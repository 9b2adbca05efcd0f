"""The gallery of collected kernels: by package, tier and licence, with its origin; the words of strangers are text."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator.dataset.real_rows import real_row
from generator.production.folder.build_folder import open_build
from generator.production.publishing.figures import measure
from generator.production.report import write_report
from generator.production.report.gallery import filters, gallery
from tests.production.real_folder import origin, raw_row, real_rows, write_real_folder

NASTY = '</script><script>alert("x")</script><option>'
BODY = "out[wp.tid()] = x[wp.tid()]"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    rows = [
        real_row(raw_row("copy", BODY, tiers=["codegen", "compile"], file=NASTY), origin("newton")),
        real_row(raw_row("take", BODY, tiers=["codegen"], line=40), origin("gswarp", license="", url=NASTY)),
    ]
    return write_real_folder(tmp_path_factory.mktemp("real"), rows)


def test_rows_say_where_they_come_from(folder: Path) -> None:
    rows = {row["kernel_name"]: row for row in gallery(open_build(folder))}
    copy, take = rows["copy"], rows["take"]
    assert (copy["package"], copy["version"], copy["license"]) == ("newton", "1.2.3", "Apache-2.0")
    assert (take["file"], take["line"], take["license"]) == ("package/solvers/kernels.py", 40, None)
    assert take["not_verified"] and take["launch_origin"] and take["copyright"]
    assert take["columns"][:3] == ["python_source", "cuda_forward", "cuda_backward"]


def test_filters_have_the_values_of_the_rows_each_once(folder: Path) -> None:
    """The category of a collected row is its package: one select for both."""
    assert filters(gallery(open_build(folder))) == [
        ("package", "package", ["gswarp", "newton"]),
        ("split", "split", ["train", "test"]),
        ("tiers", "tier", ["codegen", "compile"]),
        ("license", "licence", ["Apache-2.0"]),
    ]


def test_words_of_strangers_are_text(folder: Path, tmp_path: Path) -> None:
    page = write_report(folder, tmp_path / "page.html").read_text()
    assert "<script>alert" not in page and "<option>&lt;" not in page
    assert len(re.findall(r"</script>", page)) == 2


def test_origin_and_notice_are_no_programs(folder: Path, tmp_path: Path) -> None:
    page = write_report(folder, tmp_path / "page.html").read_text()
    measured = set(re.findall(r"<figcaption>(\w+) ", page))
    assert "cuda_forward" in measured
    assert not measured & {"copyright", "url", "version", "needs", "not_verified", "adjoint", "launch_origin"}


def test_a_column_that_no_row_has_is_named_not_drawn(folder: Path, tmp_path: Path) -> None:
    """Collected without PTX, its columns are empty texts: a histogram of them is one full block."""
    page = write_report(folder, tmp_path / "page.html").read_text()
    measured = set(re.findall(r"<figcaption>(\w+) ", page))
    empty = [f"ptx_{way}_{arch}" for arch in ("sm80", "sm90") for way in ("forward", "backward")]
    assert "cpp_backward" in measured and not measured & set(empty)
    assert f"Empty in every row: {', '.join(empty)}." in page


def test_rows_without_a_text_are_not_measured(tmp_path: Path) -> None:
    rows = real_rows()
    rows[0]["cpp_backward"] = ""
    measured = measure(open_build(write_real_folder(tmp_path / "real-folder", rows)))
    assert (measured.sizes["cpp_forward"].rows, measured.sizes["cpp_backward"].rows) == (len(rows), len(rows) - 1)
    assert min(map(min, measured.sizes["cpp_backward"].lines)) > 0
