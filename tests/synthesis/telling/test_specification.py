"""A specification holds all that the kernel is made of, in forms that differ, and is the same for the same key."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import islice

import pytest

from benchmarks.kernels import candidates
from generator.syntax.modules import Class, Constant, Function, Module
from generator.syntax.reading import read
from generator.syntax.statements import walk
from generator.syntax.value_text import value_text
from generator.syntax.values import Value
from generator.synthesis import CATEGORIES, DEFAULT, Candidate
from generator.synthesis.catalogue.everything import load_all
from generator.synthesis.chance.policy import DEFAULT_POLICY
from generator.synthesis.chance.randomness import Random
from generator.synthesis.composition.drawing import choose_variant, chosen, draw_kernel
from generator.synthesis.composition.intent import LONGEST
from generator.synthesis.telling.arguments import argument_texts
from generator.synthesis.telling.coverage import whole_outputs
from generator.synthesis.telling.domains import domains_of
from generator.synthesis.telling.formulas import Notation
from generator.synthesis.telling.surroundings import surroundings
from generator.synthesis.telling.wording import WORDINGS

MOST_ALIKE = 0.1
"""Share of texts that may begin with the same three words, at the most."""

SEED = "telling-test"


@cache
def some(category: str, count: int = 3) -> tuple[Candidate, ...]:
    return tuple(candidate for _, candidate in islice(candidates(category, SEED), count))


def functions(module: Module) -> list[Function]:
    return [part for part in module.parts if isinstance(part, Function)]


@pytest.mark.parametrize("category", CATEGORIES)
def test_every_argument_stands_in_the_specification(category: str) -> None:
    for candidate in some(category):
        for argument in candidate.launch.arguments:
            assert argument.name in candidate.specification, candidate.source
        assert " x ".join(map(str, candidate.launch.dim)) in candidate.specification


def test_the_type_that_a_generic_kernel_is_made_for_stands_in_the_specification() -> None:
    found = [candidate for _, candidate in islice(candidates("loop", SEED), 150) if "wp.overload(" in candidate.source]
    assert found
    for candidate in found:
        kernel = next(each for each in functions(read(candidate.source)) if each.name == candidate.kernel_name)
        pairs = zip(kernel.parameters, candidate.launch.arguments, strict=True)
        made_for = {known.dtype for told, known in pairs if told.annotation and "Any" in told.annotation.names}
        assert all(f"the `wp.overload` for {word}." in candidate.specification for word in made_for) and made_for


@pytest.mark.parametrize("category", CATEGORIES)
def test_every_number_of_the_body_stands_in_the_specification(category: str) -> None:
    for candidate in some(category):
        for function in functions(read(candidate.source)):
            for literal in numbers(function):
                assert literal in candidate.specification, (literal, candidate.source, candidate.specification)


def numbers(function: Function) -> set[str]:
    values = [value for statement in walk(function.body) for value in statement.values]
    return {value_text(part) for value in values for part in value.walk() if part.operation == "literal"}


@pytest.mark.parametrize("category", CATEGORIES)
def test_every_part_beside_the_kernel_stands_in_the_specification(category: str) -> None:
    for candidate in some(category):
        for part in read(candidate.source).parts:
            if isinstance(part, Constant | Class | Function):
                assert part.name in candidate.specification
            if isinstance(part, Constant):
                wrapped = part.value.operation == "call"
                number = value_text(part.value.operands[1] if wrapped else part.value)
                assert f"{part.name} = {number}" in candidate.specification
            if isinstance(part, Class):
                assert all(field.name in candidate.specification for field in part.fields)


def test_a_narration_tells_the_functions_that_a_kernel_calls() -> None:
    found = [candidate for name in CATEGORIES for candidate in some(name)]
    laws = [(each, law) for each in found for law in read(each.source).functions if not law.is_kernel]
    assert len(laws) > 10
    for candidate, law in laws:
        first = law.parameters[0]
        begins = f"{law.name}({first.name}{':' if first.annotation else ''}"  # a call has no types
        (told,) = [line for line in candidate.narration.split("\n") if line.strip("`").startswith(begins)]
        assert all(parameter.name in told for parameter in law.parameters)


@pytest.mark.parametrize("telling", ["description", "specification", "narration"])
def test_few_texts_begin_alike(telling: str) -> None:
    found = [candidate for name, group in CATEGORIES.items() if group == DEFAULT for candidate in some(name, 40)]
    beginnings = Counter(tuple(getattr(candidate, telling).split()[:3]) for candidate in found)
    assert max(beginnings.values()) <= MOST_ALIKE * len(found), beginnings.most_common(3)


def test_no_intent_asks_to_write_twice() -> None:
    found = [candidate.description for name in CATEGORIES for candidate in some(name)]
    assert not [text for text in found if "to write a kernel" in text.lower() or "kernel to write" in text.lower()]
    assert all(text[0].isupper() and text.endswith(".") and "{" not in text for text in found)


def test_no_sentence_names_its_record_twice_or_joins_clauses_without_end() -> None:
    found = [candidate.description for name in CATEGORIES for candidate in some(name)]
    assert not [text for text in found if text.startswith("For each") and " each " in text.removeprefix("For each")]
    assert not [text for text in found if any(len(part) > LONGEST and "; " in part for part in text.split(". "))]


@pytest.mark.parametrize("category", CATEGORIES)
def test_a_specification_says_how_its_kernel_is_marked(category: str) -> None:
    for candidate in some(category):
        marks = [line for line in candidate.source.splitlines() if line.startswith("@wp.kernel(")]
        assert all(mark in candidate.specification for mark in marks)


def test_a_range_that_is_counted_lies_within_its_table() -> None:
    found = [candidate for name in ("loop", "finance") for candidate in some(name, 40)]
    said = [text for candidate in found for _, text in candidate.made.domains if "start + count" in text]  # type: ignore[union-attr]
    assert said and all(" so that start + count is within the " in text for text in said)


def test_a_count_tells_once_what_it_counts() -> None:
    found = [
        (domain, candidate.specification)
        for name in ("packing", "continuum")
        for candidate in some(name, 40)
        for _, domain in candidate.made.domains  # type: ignore[union-attr]
        if domain.startswith("number of ")
    ]
    assert {"number of words", "number of cells along y"} <= {domain for domain, _ in found}
    assert all(specification.count(domain) == 1 for domain, specification in found)


@pytest.mark.parametrize(("name", "counted"), [("strike_target", False), ("sgd_step", True)])
def test_no_index_leads_past_a_count_on_the_device(name: str, counted: bool) -> None:
    policy = replace(DEFAULT_POLICY, bounds=1.0, count_on_device=1.0)
    known = load_all()[name]
    drawn = draw_kernel("existing", (chosen(known, choose_variant(Random(name), known)),), policy)
    assert any(told.startswith("a count from") for _, told in domains_of(drawn)) == counted


def test_a_whole_bound_is_told_to_its_last_digit() -> None:
    found = [text for candidate in some("packing", 40) for _, text in candidate.made.domains]  # type: ignore[union-attr]
    assert [text for text in found if re.search(r"whole, in \[0, \d{9,}\)", text)]
    assert not [text for text in found if "e+" in text]


def test_what_a_tiled_launch_has_too_many_of_are_blocks() -> None:
    found = [candidate for candidate in some("matrix", 150) if candidate.launch.tiled]
    lines = [line for each in found for line in each.specification.splitlines() if " than there are " in line]
    assert lines and not [line for line in lines if "blocks" not in line]


def test_a_field_that_is_a_clause_is_no_noun() -> None:
    found = [candidate.specification for name in CATEGORIES for candidate in some(name, 20)]
    assert not [text for text in found if "the whether" in text or "the which" in text]
    assert [text for text in found if " tells whether " in text]


_PRINT = (
    "from generator.synthesis import synthesize; "
    "c = synthesize('nested', 'telling/7'); print(c.description, c.specification, c.narration, sep='@')"
)


@pytest.mark.parametrize("name", ["sph_advance", "spin_wheel", "fem_apply_increment", "lbm_pull"])
def test_what_a_value_becomes_is_told_apart_from_what_it_was(name: str) -> None:
    computation, apart = load_all()[name], replace(DEFAULT_POLICY, in_place=0.0)
    variant = {axis: next(iter(values)) for axis, values in computation.variants.items()}
    drawn = draw_kernel("apart", (chosen(computation, variant),), apart)
    meanings = [each.meaning for each in argument_texts(drawn, ())]
    assert len(meanings) == len(set(meanings)), meanings


@pytest.mark.parametrize(
    ("name", "said"), [("md_draw_velocity", True), ("md_brownian_step", False), ("stir_spark", False)]
)
def test_a_seed_of_numbers_that_no_step_goes_with_is_another_for_each_launch(name: str, said: bool) -> None:
    computation = load_all()[name]
    choice = chosen(computation, choose_variant(Random(name), computation))
    drawn = draw_kernel(name, (choice,), DEFAULT_POLICY)
    (seed,) = [each for each in argument_texts(drawn, ()) if each.meaning.startswith("seed of the ")]
    assert seed.meaning.endswith("another for each launch that draws anew") == said


@pytest.mark.parametrize(("name", "told"), [("attend", False), ("corrupt_reading", True)])
def test_what_is_added_to_has_a_domain_unless_it_is_made_anew(name: str, told: bool) -> None:
    computation, apart = load_all()[name], replace(DEFAULT_POLICY, in_place=0.0)
    variant = {axis: list(values)[-1] for axis, values in computation.variants.items()}
    drawn = draw_kernel("anew", (chosen(computation, variant),), apart)
    texts = argument_texts(drawn, whole_outputs(drawn))
    assert {bool(each.domain) for each in texts if each.use == "written and added to"} == {told}
    assert not any(each.domain for each in texts if each.place.endswith("in this launch"))


def test_signs_stand_in_brackets_only_beside_others() -> None:
    notation = Notation(signs=True, words=False, ticks=False)
    a, b, acos = (Value("name", (name,)) for name in ("a", "b", "acos"))
    dot = Value("call", (Value("name", ("dot",)), a, b))
    assert notation.formula(Value("call", (acos, dot))) == "acos(a · b)"
    assert notation.formula(Value("*", (a, dot))) == "a * (a · b)"


def test_a_domain_of_one_number_is_that_number() -> None:
    computation = load_all()["mesh_fill_fans"]
    variant = {axis: next(iter(values)) for axis, values in computation.variants.items()}
    domains = dict(domains_of(draw_kernel("one", (chosen(computation, variant),), DEFAULT_POLICY)))
    assert "-1 before the launch" in domains.values()
    assert not [words for words in domains.values() if "[-1, 0)" in words]


def test_texts_are_the_same_whatever_the_hash_seed() -> None:
    said = {
        subprocess.run(
            [sys.executable, "-c", _PRINT],
            env=os.environ | {"PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1


FUNCTIONS = """
@wp.func
def half(x: float):
    y = 0.5 * x
    return y

@wp.func
def both(x: wp.vec3):
    return x, 1

@wp.func
def other(x: float):
    return somewhere(x)
"""


def test_a_function_without_an_annotation_is_told_with_the_type_that_it_gives() -> None:
    """Of one value and of several; a type that no value tells is left out."""
    told = "\n".join(surroundings(read(FUNCTIONS), Notation(False, False, False), WORDINGS[0]))
    assert "half(x: float) -> float" in told
    assert "both(x: vec3) -> tuple[vec3, int]" in told
    assert "other(x: float) is" in told
