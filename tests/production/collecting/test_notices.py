"""``THIRD_PARTY_NOTICES``: every licence and notice of packages that gave rows, nobody's address, the same bytes."""

from __future__ import annotations

from pathlib import Path

from generator.production.collecting.attribution.addresses import without_addresses
from generator.production.collecting.attribution.licences import Terms, package_licences, row_terms
from generator.production.collecting.attribution.notices import Attribution, attribution, write_notices
from generator.production.folder.build_names import NOTICES
from tests.production.collecting.made_wheels import raw_row, write_wheel
from tests.production.folders import content


def toy(root: Path, *terms: Terms) -> Attribution:
    notices = {"toy-1.0.dist-info/NOTICE": "toy, by Ada <ada@maker.org>\x1b[31m\n", "toy/part/COPYING": "a part"}
    licences = package_licences(write_wheel(root, "License: MIT", notices=notices))
    return attribution(licences, [row_terms(licences, raw_row()), *terms])


def test_every_notice_is_there_without_addresses(tmp_path: Path) -> None:
    written = write_notices(tmp_path / "out", [toy(tmp_path / "toy")])
    names = [path.relative_to(tmp_path / "out" / NOTICES).as_posix() for path in written]
    assert names == [
        "README.md",
        "licence_texts/MIT.txt",
        "toy-1.0/LICENSE",
        "toy-1.0/NOTICE",
        "toy-1.0/parts/toy/part/COPYING",
    ]
    texts = {path.name: path.read_text() for path in written}
    assert texts["NOTICE"] == "toy, by Ada\\x1b[31m\n"
    assert "Permission is hereby granted" in texts["LICENSE"] and not any("@" in text for text in texts.values())


def test_index_has_package_version_licence_holders_and_rows(tmp_path: Path) -> None:
    other = Terms("MIT AND Zlib", "Copyright 1999 <b>Half|</b>", "Half, https://half.org")
    package = toy(tmp_path / "toy", other)
    root = write_notices(tmp_path / "out", [package])[-1].parents[0].parent
    index = (tmp_path / "out" / NOTICES / "README.md").read_text()
    row = "| [toy](toy-1.0/) | 1.0 | <https://pypi.org/project/toy/1.0/> | MIT, MIT AND Zlib | 2 |"
    assert row in index and "All of it together is under MIT AND Zlib" in index
    assert "- Copyright (c) 2026 Ada Maker\n" in index and "&lt;b&gt;Half\\|&lt;/b&gt;" in index
    origins = (tmp_path / "out" / NOTICES / "toy-1.0" / "OTHER_ORIGINS.md").read_text()
    assert "## Half" in origins and "MIT AND Zlib" in origins and root.exists()
    assert (tmp_path / "out" / NOTICES / "licence_texts" / "Zlib.txt").read_text().startswith("This software")


def test_same_packages_give_the_same_bytes_and_earlier_ones_go(tmp_path: Path) -> None:
    package = toy(tmp_path / "toy")
    write_notices(tmp_path / "a", [package])
    (tmp_path / "b" / NOTICES / "old-0.1").mkdir(parents=True)
    (tmp_path / "b" / NOTICES / "old-0.1" / "LICENSE").write_text("old")
    write_notices(tmp_path / "b", [package])
    assert content(tmp_path / "a") == content(tmp_path / "b")


def test_terms_of_one_origin_stand_in_one_order_whatever_the_hashes_are(tmp_path: Path) -> None:
    terms = [Terms("MIT", f"Copyright {year} Half", "Half") for year in range(1990, 2000)]
    write_notices(tmp_path / "out", [toy(tmp_path / "toy", *reversed(terms))])
    text = (tmp_path / "out" / NOTICES / "toy-1.0" / "OTHER_ORIGINS.md").read_text()
    assert [line for line in text.splitlines() if line.startswith("- ")] == [f"- {each.copyright}" for each in terms]


def test_addresses_are_cut_from_words() -> None:
    text = "Ada Maker <ada@maker.org>, Bo (bo.w+x@sub.writer.net), mailto:c@d.io."
    assert without_addresses(text) == "Ada Maker, Bo, ."
    assert without_addresses("x @ y, @wp.kernel, a@b, 3@4.5") == "x @ y, @wp.kernel, a@b, 3@4.5"
