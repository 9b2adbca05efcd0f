"""Training sets keep out what is held out and are of one length; a model of real code is nearer to real code."""

from __future__ import annotations

from itertools import chain

import pytest

from benchmarks.likeness.kernel_sets import RealKernel
from benchmarks.likeness.training_sets import MOST_OF_REAL, documents_of, first, held_out, training_sets
from benchmarks.teaching import ALL, interval, measured
from generator.production.folder.errors import BuildError

SOURCE = """import warp as wp


@wp.func
def law(v: float):
    '''Not counted.'''
    return {law}


@wp.kernel
def {name}(x: wp.array(dtype=float)):
    i = wp.tid()
    if i < 3:
        x[i] = law(x[i]) + {sum}
"""


def kernels(split: str, package: str, numbers: range) -> list[RealKernel]:
    """Kernels that differ in the length of a sum; all of them have the same function."""
    sources = [SOURCE.format(law="v * v", name=f"k{n}", sum=" + ".join(["x[i]"] * (n + 1))) for n in numbers]
    return [
        RealKernel(split, package, source, f"k{n}", ("a.py", n)) for n, source in zip(numbers, sources, strict=True)
    ]


REAL = [
    *kernels("train", "newton", range(40)),
    *kernels("validation", "xlb", range(38, 41)),
    *kernels("test", "gswarp", range(39, 45)),
]


def test_documents_are_definitions_each_once() -> None:
    sources = [kernel.source for kernel in REAL[:2]]
    law, one, two = documents_of([*sources, *sources])
    assert law[:6] == ("@", "wp", ".", "func", "<newline>", "def") and "<string>" not in law
    assert len(two) == len(one) + 5
    assert list(documents_of(sources, frozenset({one}))) == [law, two]


def test_sets_are_of_one_length_and_hold_nothing_that_is_held_out() -> None:
    kept_out = held_out(REAL)
    sets = training_sets(REAL, kept_out, "cuda_backward", 0, 10**6)
    lengths = {name: sum(map(len, documents)) for name, documents in sets.items()}
    whole = sum(map(len, documents_of((k.source for k in REAL if k.split == "train"), kept_out.documents())))
    longest = max(len(each) for each in chain.from_iterable(sets.values()))
    for name in ("default rows", "real train", "half of each"):
        assert 0 <= lengths[name] - int(MOST_OF_REAL * whole) < 2 * longest
    assert lengths["real train and as many default rows"] == lengths["default rows"] + lengths["real train"]
    assert not kept_out.documents() & set(chain.from_iterable(sets.values()))
    assert sets != training_sets(REAL, kept_out, "cuda_backward", 1, 10**6)
    assert sets == training_sets(REAL, kept_out, "cuda_backward", 0, 10**6)


def test_what_was_trained_on_the_same_project_s_forms_needs_fewer_bits() -> None:
    kept_out = held_out(REAL)
    bits = dict(measured(training_sets(REAL, kept_out, "cuda_backward", 0, 10**6), kept_out, seed=0, steps=0))
    assert bits["5-gram", "real train", ALL] < bits["5-gram", "default rows", ALL]
    assert bits["5-gram", "real train", ALL] == bits["5-gram", "real train", "gswarp"]


@pytest.mark.parametrize("split", ["train", "validation", "test"])
def test_a_folder_without_a_split_is_one_line(split: str) -> None:
    rest = [kernel for kernel in REAL if kernel.split != split]
    with pytest.raises(BuildError, match=f"no kernels of the split {split}"):
        training_sets(rest, held_out(rest), "cuda_backward", 0, 100)


def test_the_first_documents_reach_the_length() -> None:
    assert first([("a",) * 3, ("b",) * 3, ("c",)], 4) == [("a",) * 3, ("b",) * 3]


def test_the_interval_is_student_s() -> None:
    assert interval([1.0, 2.0, 3.0]) == pytest.approx(4.303 / 3**0.5)
    assert interval([2.0, 2.0]) == 0
