"""The phrases of motifs are true of each of their builds, and are no jargon."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from generator.synthesis import Candidate
from tests.synthesis.kernels import DEFAULTS, draw

OPERAND = r"\w+(?:\[\w+\])?"
NUMBER = r"(?:wp\.float\d+\()?[\d.]+\)?"
EXACT = {
    "the arctangent of {}": rf"wp\.atan\({OPERAND}\)",
    "the arctangent of a multiple of {}": rf"wp\.atan\({NUMBER} \* {OPERAND}\)",
    "the sine of a multiple of {}": rf"wp\.sin\({NUMBER} \* {OPERAND}\)",
    "a multiple of the sine of {}": rf"{NUMBER} \* wp\.sin\({OPERAND}\)",
    "the hyperbolic tangent of {}": rf"wp\.tanh\({OPERAND}\)",
    "a multiple of the hyperbolic tangent of {}": rf"{NUMBER} \* wp\.tanh\({OPERAND}\)",
    "the pseudo-Huber loss of {}": rf"wp\.sqrt\({NUMBER} \+ {OPERAND} \* {OPERAND}\) - {NUMBER}",
    "the reciprocal of one plus the square of {}": rf"{NUMBER} / \({NUMBER} \+ {OPERAND} \* {OPERAND}\)",
    "the product of the components of {}": rf"{OPERAND}\[0\] \* {OPERAND}\[1\]",
    "the cube root of {}": rf"wp\.cbrt\({OPERAND}\)",
}
JARGON = re.compile(r"\(guarded\)|the index divided by|a mix of|the angle of \w+ against")


def told(candidate: Candidate) -> Iterator[tuple[str, str]]:
    """What was assigned to each name, with the phrase for it; a lone call that has a name is written out.

    Shared calls and named constants are left out.
    """
    steps = dict(re.findall(r"(?:Here |; )(\w+) is ([^;`]*?)(?=;|\.$)", candidate.description))
    kernel = candidate.source.split('"""')[-1]
    calls = dict(re.findall(r"^ {4}(\w+) = (wp\.\w+\(\w+\))$", kernel, re.M))
    for name, assigned in re.findall(r"^ {4}(\w+)(?:\[\w+\])? = (.*)$", kernel, re.M):
        value = re.sub(r"(?<= \* )\w+$", lambda last: calls.get(last[0], last[0]), assigned)
        shared = re.search(r"\b(?:sin|tanh|atan|sqrt|cbrt)_\w+|[A-Z]{4}|wp\.static", value)
        if name in steps and not shared:
            yield steps[name], value


@pytest.mark.parametrize("fresh", (False, True))
@pytest.mark.parametrize("category", ("math", "vector", "scalar_param", "combined"))
def test_a_phrase_tells_each_factor(category, fresh, fresh_seed):
    for candidate in draw(category, 150, fresh_seed if fresh else "phrases"):
        for phrase, value in told(candidate):
            for pattern, code in EXACT.items():
                if re.fullmatch(pattern.format(r"(?!a multiple\b|.* over )[\w ]+"), phrase):
                    assert re.fullmatch(code, value), f"{phrase}: {value}"


@pytest.mark.parametrize("fresh", (False, True))
@pytest.mark.parametrize("category", DEFAULTS)
def test_no_phrase_is_jargon(category, fresh, fresh_seed):
    for candidate in draw(category, 80, fresh_seed if fresh else "jargon"):
        assert not JARGON.search(candidate.description + candidate.source), candidate.description


def sources(candidate: Candidate) -> dict[str, set[str]]:
    """The arguments that each output of a kernel without blocks follows from."""
    kernel = candidate.source.split('"""')[-1]
    follows: dict[str, set[str]] = {a.name: {a.name} for a in candidate.launch.arguments if a.role == "input"}
    for name, value in re.findall(r"^ +(\w+)(?:\[\w+\])? = (.*)$", kernel, re.M):
        found = [follows.get(word, set()) for word in re.findall(r"[A-Za-z_]\w*", value)]
        follows[name] = set().union(*found)
    return {a.name: follows[a.name] for a in candidate.launch.arguments if a.role == "output"}


@pytest.mark.parametrize("fresh", (False, True))
def test_no_output_is_a_mere_draw(fresh, fresh_seed):
    for candidate in draw("random_math", 250, fresh_seed if fresh else "draws"):
        for name, found in sources(candidate).items():
            assert found - {"seed", "n", "count", "num_items"}, f"{name} in\n{candidate.source}"


@pytest.mark.parametrize("fresh", (False, True))
@pytest.mark.parametrize("category", DEFAULTS)
def test_a_gather_is_told(category, fresh, fresh_seed):
    for candidate in draw(category, 60, fresh_seed if fresh else "gathered"):
        for array, index in re.findall(r"= (\w+)\[(\w+)\[\w+\]\]", candidate.source):
            told = f"Each thread reads {array} at its entry of {index}.".replace("_", " ")
            assert told in candidate.description, candidate.source


@pytest.mark.parametrize("category", DEFAULTS)
def test_verbs_are_true_of_what_is_grown(category, fresh_seed):
    """Nothing is moved, bounded, tuned or let through on purpose."""
    for candidate in draw(category, 60, fresh_seed):
        assert not re.match(r"transport|limit|gate|grade|tune|calibrate|relax|balance|mix_", candidate.kernel_name)


@pytest.mark.parametrize("fresh", (False, True))
@pytest.mark.parametrize("category", ("combined", "function"))
def test_a_description_says_what_helpers_return(category, fresh, fresh_seed):
    """All but searches, and those whose gradient is written by hand."""
    for candidate in draw(category, 60, fresh_seed if fresh else "helpers"):
        for name, doc in re.findall(
            r'^def (\w+)\([^\n]*\):\n    """Return (.*?)\.?\s*"""', candidate.source, re.M | re.S
        ):
            assert f"`{name}` returns {' '.join(doc.split())}." in candidate.description, candidate.source


@pytest.mark.parametrize("category", DEFAULTS)
def test_no_formula_has_a_local_of_one_letter(category, fresh_seed):
    """What was loaded is told by the name of its array."""
    for candidate in draw(category, 60, fresh_seed):
        kernel = candidate.source.split('"""')[-1]
        loaded = set(re.findall(r"^ +(\w|\w[jk]|\w+_i|\w+_near) = \w+\[", kernel, re.M))
        loaded -= {argument.name for argument in candidate.launch.arguments}
        steps = re.split(r"[.] `\w+` returns ", candidate.description)[0]
        for formula in re.findall(r"`(.*?)`", steps):
            assert loaded.isdisjoint(re.findall(r"\w+", formula)), candidate.description
