"""What is said of a kernel is true, complete and plain."""

from __future__ import annotations

import ast
import re

import pytest

from generator.synthesis import CATEGORIES
from generator.synthesis.builder import Builder
from generator.synthesis.motifs.motif import told
from generator.synthesis.page import LONGEST_LINE
from generator.synthesis.prose import NUMBERS, names_for
from tests.synthesis.kernels import DEFAULTS, draw

BRITISH = re.compile(r"colour|quantis|neighbour|normalis|summaris|\bcentres?\b|behaviour")
SKETCHY = re.compile(r"Built on|Combine |is the two|no multiple|\bleaves \d modulo|underscore")


def words(text: str) -> str:
    return " ".join(text.replace("_", " ").split())


def docstring(candidate) -> str:
    functions = (node for node in ast.walk(ast.parse(candidate.source)) if isinstance(node, ast.FunctionDef))
    return words(ast.get_docstring(next(f for f in functions if f.name == candidate.kernel_name)) or "")


@pytest.mark.parametrize("category", sorted(set(CATEGORIES) - {"physics", "fem", "tile"}))
def test_all_inputs_are_named_or_counted(category, fresh_seed):
    for candidate in draw(category, 60, fresh_seed):
        doc = docstring(candidate)
        assert " from " in doc, doc
        if re.search(r" from \w+ inputs", doc):
            continue
        read = [a for a in candidate.launch.arguments if a.role == "input" and a.fill not in ("index", "sorted")]
        for argument in read:
            if argument.kind != "scalar" or argument.dtype.startswith("float"):
                assert words(argument.name) in doc, f"{argument.name} in\n{candidate.source}"


@pytest.mark.parametrize("category", sorted(set(CATEGORIES) - {"stencil"}))
def test_prose_is_plain(category, fresh_seed):
    for candidate in draw(category, 60, fresh_seed):
        told = candidate.description + "\n" + "\n".join(re.findall(r'"""(.*?)"""', candidate.source, re.S))
        told = re.sub(r"`.*?`", "", told)
        assert not BRITISH.search(told + candidate.source), candidate.source
        assert not SKETCHY.search(told), told
        assert not re.search(r"\b([a-z]{2,}) \1\b", told), told


@pytest.mark.parametrize("category", ["function", "combined"])
def test_the_docstring_of_a_helper_names_its_arguments(category, fresh_seed):
    for candidate in draw(category, 60, fresh_seed):
        for node in ast.walk(ast.parse(candidate.source)):
            if isinstance(node, ast.FunctionDef) and (ast.get_docstring(node) or "").startswith("Return"):
                doc = ast.get_docstring(node) or ""
                for argument in node.args.args:
                    assert re.search(rf"\b{argument.arg}\b", doc), candidate.source


@pytest.mark.parametrize("category", ["arithmetic", "math", "vector", "scalar_param", "conditional", "loop"])
def test_no_name_is_given_for_one_store(category, fresh_seed):
    """But where the line was too long before a repeated call in it got a name."""
    found = []
    for candidate in draw(category, 60, fresh_seed):
        last = re.search(r"\n    (\w+) = (.*[ (].*)\n    (\w+\[\w+\]) = \1\n$", candidate.source)
        if last and len(last[2]) + len(last[3]) <= LONGEST_LINE - 4:
            found.append(candidate.source)
    assert len(found) <= 3, "\n".join(found)


@pytest.mark.parametrize("fresh", (False, True))
@pytest.mark.parametrize("category", DEFAULTS)
def test_a_description_ends_with_what_the_outputs_are(category, fresh, fresh_seed):
    cut = 0
    for candidate in draw(category, 60, fresh_seed if fresh else "outputs"):
        outputs = [a.name for a in candidate.launch.arguments if a.role == "output"]
        for name in outputs:
            assert f" {name} is " in candidate.description, candidate.description + candidate.source
        cut += "and so on" in candidate.description
    assert cut <= 4


@pytest.mark.parametrize("fresh", (False, True))
@pytest.mark.parametrize("category", DEFAULTS)
def test_a_description_says_nothing_twice(category, fresh, fresh_seed):
    for candidate in draw(category, 60, fresh_seed if fresh else "twice"):
        purpose, _, told = candidate.description.partition(" Here ")
        detail = re.search(r", (?:using|depending on whether) (.*)\.$", purpose)
        assert not (detail and detail[1] in told), candidate.description


def test_what_an_output_is_told_by_is_told_itself():
    """Where a description leaves steps out, it leaves out others."""
    left_out = 0
    for category in ("spatial", "quaternion", "combined", "physics"):
        for candidate in draw(category, 200, "left out"):
            told, cut, stored = candidate.description.partition("; and so on; ")
            left_out += bool(cut)
            for name in re.findall(r"^    (\w+) = ", candidate.source, re.MULTILINE) if cut else ():
                if re.search(rf" is {name.replace('_', ' ')}(?:;|\.|$)", stored):
                    assert f"{name} is " in told, candidate.description
    assert left_out


@pytest.mark.parametrize("category", ["combined", "loop"])
def test_inputs_are_counted_with_the_tables_that_are_searched(category, fresh_seed):
    found = 0
    for candidate in draw(category, 300, f"counted/{fresh_seed}"):
        counted = re.search(r" from (\w+) inputs", candidate.description)
        if counted:
            data = [a for a in candidate.launch.arguments if a.role == "input" and a.fill != "index"]
            data = [a for a in data if a.kind == "array" or a.dtype.startswith("float")]
            found += any(a.fill == "sorted" for a in data)
            assert NUMBERS.index(counted[1]) == len(data), candidate.source
    assert found


def test_a_name_after_a_quantity_is_true_of_the_sign():
    builder = Builder("names", (("float32", 1.0),))
    mass = builder.define("mass", "F", 0.5, 2.0).expression
    gap = builder.define("gap", "F", -9.0, -4.0).expression
    assert "relative_mass" in names_for(mass / (mass * mass + 1.0))
    assert not {"relative_mass", "normalized_mass"} & set(names_for(mass / gap))
    assert "reduced_mass" not in names_for(mass - 5.0)
    assert "raised_mass" not in names_for(mass / (mass * mass + 0.5) + 1.0)
    assert "raised_mass" in names_for(mass + 1.0) and "raised_mass" not in names_for(mass + gap)
    assert "product" in names_for(mass * gap) and not {"product", "product_term"} & set(names_for(0.5 * (mass + gap)))


def test_a_name_that_ends_with_the_word_beside_it_is_told_by_its_formula():
    """A name in conditional, 658270273: "store stepwise shifted shifted and scaled"."""
    builder = Builder("words", (("float32", 1.0),))
    shifted = builder.define("stepwise_shifted", "F", -2.0, 2.0).expression
    mass = builder.define("mass", "F", 0.5, 2.0).expression
    assert told("{0} shifted and scaled", [shifted], shifted * 2.0, []) == "`stepwise_shifted` shifted and scaled"
    assert told("{0} shifted by {1}", [mass, shifted], mass + shifted, []) == "mass shifted by stepwise shifted"
