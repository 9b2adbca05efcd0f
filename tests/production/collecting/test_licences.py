"""A row's licence: its file's header, else its wheel; nothing that may not be passed on becomes a row."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.production.collecting.attribution.foreign_origins import (
    KnownOrigin,
    functions_of_code,
    read_known_origins,
    remarks,
    shipped_known_origins,
)
from generator.production.collecting.attribution.licences import (
    NotRedistributable,
    Terms,
    file_terms,
    installed_warp_licences,
    package_licences,
    row_terms,
)
from tests.production.collecting.made_wheels import APACHE_HEADER, GPL, KERNEL, MIT, raw_row, write_wheel

APACHE = "License-Expression: Apache-2.0"
PORTED = KERNEL.replace("    return share", "    # ported from the Half library\n    return share")
OTHER_KERNEL = "import warp as wp\n\n@wp.kernel\ndef other(x: wp.array(dtype=float)):\n    x[wp.tid()] = 0.0\n"


def known(**changes: Any) -> KnownOrigin:
    entry = {
        "package": "toy",
        "file": "toy/*",
        "says": ("Half library",),
        "origin": "Half",
        "allowed": True,
        "why": "read",
    }
    return KnownOrigin(**entry | changes)


def test_without_a_header_the_wheel_tells_both(tmp_path: Path) -> None:
    licences = package_licences(write_wheel(tmp_path, "License: MIT License"))
    assert row_terms(licences, raw_row()) == Terms("MIT", "Copyright (c) 2026 Ada Maker")


@pytest.mark.parametrize(
    ("fields", "licence", "says"),
    [
        ((), "", "toy-1.0 names no licence"),
        (("License: free as in beer",), "", "toy-1.0 says 'free as in beer'"),
        (("License-Expression: GPL-3.0-or-later",), "", "toy-1.0 is under GPL-3.0-or-later"),
        ((), GPL, "toy-1.0 is under GPL-3.0-only"),
        (("License: MIT",), MIT + GPL, "its licence file also has GPL-3.0-only"),
    ],
)
def test_a_wheel_that_may_not_be_passed_on_is_refused_with_one_line(
    fields: tuple[str, ...], licence: str, says: str, tmp_path: Path
) -> None:
    with pytest.raises(NotRedistributable, match=says) as caught:
        package_licences(write_wheel(tmp_path, *fields, licence=licence))
    assert "\n" not in str(caught.value)


def test_a_header_comes_before_the_wheel(tmp_path: Path) -> None:
    header = "# SPDX-FileCopyrightText: Copyright (c) 2024 Bo Writer <bo@writer.net>\n# SPDX-License-Identifier: MIT\n"
    licences = package_licences(write_wheel(tmp_path, APACHE, modules={"kernels": header + KERNEL, "b": APACHE_HEADER}))
    assert row_terms(licences, raw_row()) == Terms("MIT", "Copyright (c) 2024 Bo Writer")
    assert file_terms(licences, "toy/b.py") == Terms("Apache-2.0", "Copyright 2025 The Toy Developers")


@pytest.mark.parametrize(
    ("header", "says"),
    [
        ("# SPDX-License-Identifier: GPL-3.0-only\n", "header names a licence"),
        ("# SPDX-License-Identifier: My-Own\n", "header names a licence"),
        ('"""Kernels.\n\nNVIDIA Source Code License for half.\n"""\n', "header names a licence"),
        ("# SPDX-License-Identifier: MIT\n", "names no holder"),
    ],
)
def test_a_header_that_allows_nothing_costs_its_file(header: str, says: str, tmp_path: Path) -> None:
    licences = package_licences(
        write_wheel(tmp_path, APACHE, modules={"kernels": header + KERNEL, "good": OTHER_KERNEL})
    )
    with pytest.raises(NotRedistributable, match=f"toy/kernels.py: .*{says}"):
        row_terms(licences, raw_row())
    assert row_terms(licences, raw_row("toy/good.py", OTHER_KERNEL, 3)).license == "Apache-2.0"


@pytest.mark.parametrize(
    "remark",
    [
        "ported from the Half library",
        "Adapted\n    # from somebody",
        "This is a port of half.c",
        "based on the implementation in halver",
        "https://github.com/halver/half/blob/main/half.py",
        "see https://stackoverflow.com/a/123",
        "Original: https://halver.org",
        "Credit: https://halver.org",
        "Copyright (c) 2001 Halver Inc",
        "under the GPLv3",
    ],
)
def test_a_remark_of_other_origin_costs_its_rows_until_it_is_listed(remark: str, tmp_path: Path) -> None:
    module = KERNEL.replace("    return share", f"    # {remark}\n    return share")
    licences = package_licences(write_wheel(tmp_path, APACHE, modules={"kernels": module, "good": OTHER_KERNEL}))
    with pytest.raises(NotRedistributable, match=r"toy/kernels.py:6 names another origin .*known_origins.yaml"):
        row_terms(licences, raw_row(source=module))
    assert row_terms(licences, raw_row("toy/good.py", OTHER_KERNEL, 3)).license == "Apache-2.0"


@pytest.mark.parametrize(
    "remark",
    [
        "values are copied from the model, then derived from its mass",
        "forces that are reported by the solver and translated by the shift",
        "based on whether the mask is set",
        "see https://github.com/NVIDIA/warp/issues/485",
        "https://example.org/maker/toy/blob/main/half.py",
        "the support of a shape, imported from a file",
    ],
)
def test_other_sentences_are_no_remarks(remark: str) -> None:
    source = KERNEL.replace("    return share", f"    # {remark}\n    return share")
    assert remarks(source, "toy/kernels.py", ["https://example.org/maker/toy"]) == []


def test_what_was_looked_at_adds_its_licence_and_notice(tmp_path: Path) -> None:
    root = write_wheel(tmp_path, APACHE, modules={"kernels": APACHE_HEADER + PORTED})
    entry = known(license="Zlib", copyright=("Copyright 1999 Half",))
    terms = row_terms(package_licences(root, [entry]), raw_row(source=PORTED))
    assert terms == Terms("Apache-2.0 AND Zlib", "Copyright 2025 The Toy Developers\nCopyright 1999 Half", "Half")


def test_what_was_looked_at_and_not_allowed_is_refused_with_the_reason(tmp_path: Path) -> None:
    licences = package_licences(
        write_wheel(tmp_path, APACHE, modules={"kernels": PORTED}), [known(allowed=False, why="No licence there.")]
    )
    with pytest.raises(NotRedistributable, match=r"another origin \(Half\): No licence there."):
        row_terms(licences, raw_row(source=PORTED))


def test_an_entry_is_for_its_package_file_and_words_alone(tmp_path: Path) -> None:
    root = write_wheel(tmp_path, APACHE, modules={"kernels": PORTED})
    for entry in (known(package="boy"), known(file="toy/sub/*"), known(says=("Third library",))):
        with pytest.raises(NotRedistributable, match="look at it and list it"):
            row_terms(package_licences(root, [entry]), raw_row(source=PORTED))


def test_a_remark_goes_where_its_function_goes(tmp_path: Path) -> None:
    """Into sources and code of other files' kernels; a kernel beside it that does not use the function is free."""
    beside = PORTED + "\n\n@wp.kernel\ndef other(x: wp.array(dtype=float)):\n    x[wp.tid()] = 0.0\n"
    modules = {"functions": beside, "user": "from toy.functions import half\nimport warp as wp\n"}
    licences = package_licences(write_wheel(tmp_path, APACHE, modules=modules))
    with pytest.raises(NotRedistributable, match=r"toy/functions.py:6"):
        row_terms(licences, raw_row("toy/user.py"))
    code = "static CUDA_CALLABLE wp::float32 half_0(\n    wp::float32 var_value,\n    wp::float32 var_share)\n{\n"
    with pytest.raises(NotRedistributable, match=r"toy/functions.py:6"):
        row_terms(licences, raw_row("toy/user.py", OTHER_KERNEL, 3, cuda_forward=code))
    assert row_terms(licences, raw_row("toy/functions.py", OTHER_KERNEL, 16)).origin == ""


def test_a_remark_above_all_concerns_the_file(tmp_path: Path) -> None:
    modules = {"kernels": "# Ported from the Half library\n\n" + KERNEL}
    licences = package_licences(write_wheel(tmp_path, APACHE, modules=modules))
    with pytest.raises(NotRedistributable, match=r"toy/kernels.py:1"):
        row_terms(licences, raw_row(source=OTHER_KERNEL))


def test_another_licence_named_above_all_is_a_remark_and_its_own_is_none() -> None:
    assert [each.kind for each in remarks('"""Some of it is under the GPLv3."""\n' + KERNEL, "a.py")] == ["licence"]
    assert remarks(APACHE_HEADER + '"""Under the Apache License."""\n' + KERNEL, "a.py") == []


def test_a_folder_with_a_licence_of_its_own_is_another_origin(tmp_path: Path) -> None:
    modules = {"part/kernels": KERNEL, "kernels": OTHER_KERNEL}
    root = write_wheel(tmp_path, APACHE, licence="", modules=modules, notices={"toy/part/LICENSE.txt": MIT})
    licences = package_licences(root)
    with pytest.raises(NotRedistributable, match=r"its folder has toy/part/LICENSE.txt"):
        row_terms(licences, raw_row("toy/part/kernels.py"))
    assert row_terms(licences, raw_row(source=OTHER_KERNEL, line=3)).license == "Apache-2.0"


def test_a_file_outside_the_wheel_is_not_read(tmp_path: Path) -> None:
    root = write_wheel(tmp_path / "wheel", APACHE)
    (tmp_path / "outside.py").write_text(KERNEL)
    with pytest.raises(NotRedistributable, match=r"no file of toy-1.0"):
        row_terms(package_licences(root), raw_row("../outside.py"))


def test_functions_are_found_in_code_that_warp_writes() -> None:
    from generator.lowering.warp_backend import lower, program  # needs Warp's compiler; the other tests do not

    with program(KERNEL) as opened:
        code = lower(opened.kernel).cuda_forward
    assert {(each.name, each.arguments) for each in functions_of_code([code])} == {("half", ("value", "share"))}


def test_shipped_entries_are_whole_and_cover_the_installed_warp() -> None:
    entries = shipped_known_origins()
    assert len(entries) == len(set(entries)) and {entry.package for entry in entries} >= {"newton", "mujoco-warp"}
    licences = installed_warp_licences()
    assert licences.foreign and all(
        any(entry.covers(licences.metadata.name, remark) for entry in entries) for remark in licences.foreign
    )
    terms = file_terms(licences, "warp/_src/geometry/surface_nets.py")
    assert terms.license == "Apache-2.0" and "OpenVDB" in terms.copyright and "NVIDIA" in terms.copyright


@pytest.mark.parametrize(
    "entry",
    [
        "{package: toy}",
        "{package: toy, file: a, says: [], origin: x, allowed: true, why: y}",
        "{package: toy, file: a, says: [b], origin: x, allowed: perhaps, why: y}",
        "{package: toy, file: a, says: [b], origin: x, allowed: true, why: y, license: GPL-3.0-only}",
        "{package: toy, file: a, says: [b], origin: x, allowed: true, why: y, colour: red}",
    ],
)
def test_an_entry_that_is_none_is_named(entry: str, tmp_path: Path) -> None:
    (tmp_path / "origins.yaml").write_text(f"- {entry}\n")
    with pytest.raises(ValueError, match=r"origins.yaml: entry 1"):
        read_known_origins(tmp_path / "origins.yaml")
