"""Programs of classic kinds: their results are NumPy's, without a finding, in any order of lanes and size of blocks."""

from typing import Any

import numpy as np
import pytest

from generator.emulation import Run
from tests.emulation.programs.catalogue import PROGRAMS
from tests.emulation.programs.program import ROOT, Program, source


def check(program: Program, run: Run) -> None:
    assert run.findings == () and run.traps == ()
    for place, values in program.expected.items():
        found: Any = run.outputs[place]
        if isinstance(values, tuple):
            found, values = values[0](found), values[1]
        if place == program.sorted:
            found = np.sort(found)
        if found.dtype.kind == "f":
            np.testing.assert_allclose(found.ravel(), np.ravel(values), rtol=1e-4, atol=1e-4)
        else:
            np.testing.assert_array_equal(found.ravel(), np.ravel(values))


def test_every_file_has_a_statement() -> None:
    assert {f"{file.parent.name}/{file.stem}" for file in ROOT.glob("*/*.cu")} == set(PROGRAMS)


@pytest.mark.parametrize("order", ["forward", "backward", "random"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_computes_what_numpy_does(name: str, order: str) -> None:
    program = PROGRAMS[name]
    for launch in program.launches:
        check(program, program.run(source(name), launch, order=order, seed=3))


def test_what_threads_print_is_kept() -> None:
    run = PROGRAMS["language/printing"].run(source("language/printing"), (1, 3))
    assert run.printed == ("0 of 5: 0.00\n", "1 of 5: 0.50\n", "2 of 5: 1.00\n")


def test_an_assertion_that_does_not_hold_ends_the_launch() -> None:
    text = source("language/assertion").replace("x[i] < limit))", "x[i] < 0))")
    assert PROGRAMS["language/assertion"].run(text, (1, 64)).traps == ("assertion 'x[i] < limit' does not hold",)
