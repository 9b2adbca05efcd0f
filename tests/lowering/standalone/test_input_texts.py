"""The C++ of each fill gives the numbers of the one table, to the bit."""

from __future__ import annotations

import subprocess
from pathlib import Path

import numpy as np

from generator.launch import INOUT, TIES, Argument, Launch
from generator.launch.fills import FILLS
from generator.launch.numbers import Element, Numbers, near_of, seed_of
from generator.launch.ties import draw
from generator.lowering.standalone.cuda_text.helper_table import helpers_named_in, with_needs
from generator.lowering.standalone.whole_program.input_texts import FILL_TEXTS, fill_text, tied_text

HEADERS = ("algorithm", "cmath", "cstdio", "cstring", "vector")


def numbers(
    name: str, fill: str, shape: tuple[int, ...], element: tuple[int, ...] = (), scalar: str = "float32",
    low: float = -3.3, high: float = 5.2, **rest: object,
) -> Numbers:  # fmt: skip
    argument = Argument(
        name, "array", "", fill=fill, role=INOUT, value=2.5, low=low, high=high, **rest  # type: ignore[arg-type]
    )  # fmt: skip
    own, near = seed_of("texts", name), near_of("texts", argument)
    return Numbers(name, argument, Element(scalar, element), shape, own, near)


EVERY = [
    numbers("uniform", "uniform", (50,), (3,), ties=(0.1, "index", "value", "uniform", "wide")),
    numbers("wide", "uniform", (6, 7), (), "float64", ties=("wide",)),
    numbers("near", "uniform", (50,), (3,), over="uniform"),
    numbers("near_unit", "unit", (40,), (4,), over="unit"),
    numbers("near_transform", "transform", (20,), (7,), over="transform"),
    numbers("integers", "uniform", (50,), (), "int32", ties=(2.0, "index")),
    numbers("flags", "uniform", (50,), (), "bool", ties=(1.0,)),
    numbers("index", "index", (5, 9), (), "int64"),
    numbers("dealt", "index", (7,), (), "int32", high=1.0),
    numbers("dealt_flags", "uniform", (3,), (), "bool"),
    numbers("optional", "optional", (50,), (), "int32"),
    numbers("distinct", "distinct", (50,), (3,), "int32", members=3),
    numbers("distinct_apart", "distinct", (50,), (), "int32", members=4, member=2),
    numbers("other", "other", (50,), (), "int32"),
    numbers("other_or_none", "other", (4, 9), (), "int32", low=-1.0, high=9.0),
    numbers("others_in_table", "other", (3, 9, 6), (), "int32", high=9.0, members=6),
    numbers("others_in_list", "other", (36,), (), "int32", high=9.0, members=4, member=-1),
    numbers("others_apart", "other", (9,), (), "int32", low=-1.0, high=9.0, members=3, member=2),
    numbers("others_of_few", "other", (12,), (), "int32", high=3.0, members=4),
    numbers("spaced", "spaced", (3, 10), (), "int32", members=4),
    numbers("earlier", "earlier", (4, 9), (), "int32", low=-1.0, high=9.0),
    numbers("sparse", "sparse", (50,), (), "int32"),
    numbers("zero_or", "zero_or", (50,), (3,), ties=("uniform",)),
    numbers("zero_or_near", "zero_or", (50,), (3,), over="uniform"),
    numbers("sorted", "sorted", (40,)),
    numbers("sorted_columns", "sorted", (9, 4), (2,)),
    numbers("cumulative", "cumulative", (5, 8), (2,)),
    numbers("sorted_integers", "sorted", (40,), (), "int32"),
    numbers("permutation", "permutation", (64,), (), "int32"),
    numbers("permutation_columns", "permutation", (8, 3), (), "int32"),
    numbers("zeros", "zeros", (4,)),
    numbers("full", "full", (4,)),
    numbers("value", "value", ()),
    numbers("arange", "arange", (3, 4), (2,)),
    numbers("unit", "unit", (40,), (3,)),
    numbers("unit_signs", "unit", (40,)),
    numbers("downward", "downward", (20,), (3,)),
    numbers("dominant", "dominant", (20,), (3, 3), low=0.5),
    numbers("dominant_packed", "dominant", (20,), (3,), low=0.5),
    numbers("transform", "transform", (20,), (7,)),
    *(numbers(f"spd{n}", "spd", (10,), (n, n), low=0.5) for n in (2, 3, 4, 6)),
    *(numbers(f"rotation{n}", "rotation", (10,), (n, n)) for n in (2, 3, 4)),
]


def test_both_tables_have_the_same_names() -> None:
    assert FILL_TEXTS.keys() == FILLS.keys() == {n.argument.fill for n in EVERY}


def test_every_fill_is_the_same_to_the_bit(tmp_path: Path) -> None:
    by_path = {n.path: n for n in EVERY}
    texts = [fill_text(n) for n in EVERY] + [tied_text(n, by_path) for n in EVERY]
    assert sum("with_ties" in text for text in texts) == 4
    shown = "\n".join(f"    show({text});" for text in texts)
    helpers = "\n".join(h.source for h in with_needs(helpers_named_in(shown)))
    show = (
        "static void show(const std::vector<double>& values)\n{\n    for (double v : values) {\n"
        '        unsigned long long bits; std::memcpy(&bits, &v, 8); std::printf("%llu ", bits);\n    }\n'
        '    std::printf("\\n");\n}\n'
    )
    source = "".join(f"#include <{h}>\n" for h in HEADERS) + helpers + show + f"int main()\n{{\n{shown}\n}}\n"
    (tmp_path / "fills.cpp").write_text(source)
    build = ["g++", "-std=c++17", "-O1", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror", "fills.cpp", "-o", "fills"]
    subprocess.run(build, cwd=tmp_path, check=True)
    lines = subprocess.run([tmp_path / "fills"], capture_output=True, text=True, check=True).stdout.splitlines()
    expected = [values for variant in ("", TIES) for values in draw(Launch((), (1,), variant=variant), EVERY).values()]
    assert len(lines) == len(expected) == len(texts)
    for text, line, values in zip(texts, lines, expected, strict=True):
        bits = np.array(line.split(), dtype=np.uint64)
        np.testing.assert_array_equal(bits, (values + 0.0).view(np.uint64), err_msg=text)
