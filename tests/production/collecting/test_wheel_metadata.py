"""What a wheel says of itself, in the ways in which people say it."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.production.collecting.attribution.spdx import all_of, allows_passing_on, spdx_of, spdx_of_text
from generator.production.collecting.attribution.wheel_metadata import LARGEST, NotAWheel, read_metadata
from tests.production.collecting.made_wheels import APACHE_HEADER, GPL, MIT, write_wheel

CLASSIFIER = "Classifier: License :: OSI Approved :: "


@pytest.mark.parametrize(
    ("fields", "license"),
    [
        (("License-Expression: Apache-2.0 OR MIT", "License: GPLv3"), "Apache-2.0 OR MIT"),
        (("License: Apache 2.0",), "Apache-2.0"),
        (("License: apache-2.0",), "Apache-2.0"),
        (("License: Apache License, Version 2.0",), "Apache-2.0"),
        (("License: The MIT License (MIT)",), "MIT"),
        (("License: BSD 3-Clause License",), "BSD-3-Clause"),
        (("License: see LICENSE", f"{CLASSIFIER}MIT License"), "MIT"),
        ((f"{CLASSIFIER}Mozilla Public License 2.0 (MPL 2.0)",), "MPL-2.0"),
        (("License: " + MIT.replace("\n", "\n        "),), "MIT"),
    ],
)
def test_licence_is_told_from_the_new_field_then_the_old_one_then_classifiers(
    fields: tuple[str, ...], license: str, tmp_path: Path
) -> None:
    assert read_metadata(write_wheel(tmp_path, *fields, licence="")).license == license


def test_a_vague_classifier_leaves_it_to_the_licence_file(tmp_path: Path) -> None:
    apache = "Apache License\nVersion 2.0, January 2004\n"
    found = read_metadata(write_wheel(tmp_path, f"{CLASSIFIER}Apache Software License", licence=apache))
    assert (found.license, found.license_text_ids) == ("Apache-2.0", ("Apache-2.0",))


def test_without_any_word_there_is_none(tmp_path: Path) -> None:
    found = read_metadata(write_wheel(tmp_path, "License: free as in beer", licence=""))
    assert (found.license, found.written_license, found.notice_files) == ("", "free as in beer", ())


def test_address_is_the_repository_then_the_home_page_then_the_registry(tmp_path: Path) -> None:
    home, source = "Project-URL: Homepage, https://toy.org", "Project-URL: Source, https://example.org/maker/toy"
    assert read_metadata(write_wheel(tmp_path / "a", home, source)).url == "https://example.org/maker/toy"
    assert read_metadata(write_wheel(tmp_path / "b", "Home-page: https://toy.org")).url == "https://toy.org"
    assert read_metadata(write_wheel(tmp_path / "c", "Home-page: javascript:alert(1)")).url == (
        "https://pypi.org/project/toy/1.0/"
    )


def test_addresses_of_authors_are_cut(tmp_path: Path) -> None:
    assert read_metadata(write_wheel(tmp_path, "Author-email: Ada Maker <ada@maker.org>")).authors == "Ada Maker"


def test_notices_are_found_in_both_places_and_in_folders_of_the_package(tmp_path: Path) -> None:
    notices = {
        "toy-1.0.dist-info/NOTICE": "toy",
        "toy-1.0.dist-info/licenses/fonts/OFL.txt": "font",
        "toy/part/THIRD_PARTY.txt": "part",
        "toy/licenses.py": "LICENSE = 1",
    }
    found = read_metadata(write_wheel(tmp_path, notices=notices))
    assert [name for name, _ in found.notice_files] == [
        "LICENSE",
        "NOTICE",
        "fonts/OFL.txt",
        "parts/toy/part/THIRD_PARTY.txt",
    ]


def test_a_link_is_no_notice(tmp_path: Path) -> None:
    root = write_wheel(tmp_path / "toy")
    (tmp_path / "secret").write_text("secret")
    (root / "toy-1.0.dist-info" / "licenses" / "NOTICE").symlink_to(tmp_path / "secret")
    assert [name for name, _ in read_metadata(root).notice_files] == ["LICENSE"]


@pytest.mark.parametrize("name", ["../../outside", "toy\x1b[31m", "", "a/b"])
def test_a_name_that_is_none_is_refused(name: str, tmp_path: Path) -> None:
    root = write_wheel(tmp_path)
    (root / "toy-1.0.dist-info" / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n\n")
    with pytest.raises(NotAWheel, match="METADATA"):
        read_metadata(root)


def test_a_folder_without_one_dist_info_is_no_wheel(tmp_path: Path) -> None:
    with pytest.raises(NotAWheel, match="0 folders"):
        read_metadata(tmp_path)


def test_metadata_without_end_is_not_read(tmp_path: Path) -> None:
    root = write_wheel(tmp_path)
    (root / "toy-1.0.dist-info" / "METADATA").write_text("Name: toy\n" * (LARGEST // 10 + 1))
    with pytest.raises(NotAWheel, match="more than"):
        read_metadata(root)


@pytest.mark.parametrize(
    ("expression", "allowed"),
    [
        ("MIT", True),
        ("GPL-3.0-only", False),
        ("MIT AND GPL-3.0-only", False),
        ("MIT OR GPL-3.0-only", True),
        ("GPL-2.0-only OR (MIT AND Zlib)", True),
        ("(MIT OR GPL-2.0-only) AND GPL-3.0-only", False),
        ("Apache-2.0 WITH LLVM-exception", True),
        ("GPL-3.0-only WITH GCC-exception-3.1", False),
        ("LicenseRef-Proprietary", False),
        ("", False),
    ],
)
def test_what_may_be_passed_on(expression: str, allowed: bool) -> None:
    assert allows_passing_on(expression) is allowed


def test_licences_of_parts_are_joined_once_each() -> None:
    assert all_of(["Apache-2.0", "", "MIT AND Zlib", "Apache-2.0"]) == "Apache-2.0 AND MIT AND Zlib"
    assert all_of(["MIT OR GPL-2.0-only", "Zlib"]) == "(MIT OR GPL-2.0-only) AND Zlib"
    assert all_of(["MIT OR GPL-2.0-only"]) == "MIT OR GPL-2.0-only"
    assert all_of([]) == ""


def test_texts_are_told_and_words_about_them_are_not() -> None:
    assert spdx_of_text(MIT) == ("MIT",) and spdx_of_text(GPL) == ("GPL-3.0-only",)
    assert spdx_of_text(MIT + GPL) == ("GPL-3.0-only", "MIT")
    assert spdx_of_text(APACHE_HEADER) == ("Apache-2.0",)
    assert spdx_of_text("A licence like that of MIT or Apache.") == ()
    assert spdx_of("x" * 10_000) == ""
