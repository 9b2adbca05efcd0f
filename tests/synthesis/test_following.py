"""What a kernel does next with a value that it made is what its sentence says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest

from generator.syntax.printing import module_text
from generator.synthesis import Rejected, synthesize
from generator.synthesis.catalogue.pools import all_variants
from generator.synthesis.catalogue.strata import STRATA
from generator.synthesis.choosing import FOLLOWING, NOISE
from generator.synthesis.composition.drawing import chosen, draw_kernel
from generator.synthesis.plumbing.instances import KINDS, following
from generator.synthesis.schemas.entities import Entity, Schema
from generator.synthesis.schemas.orbits import ORBITS
from generator.synthesis.schemas.particles import PARTICLES
from generator.verification.launching.inputs import make_inputs
from generator.verification.reference import compile_reference
from tests.synthesis.computation_check import PLAIN

Values = Mapping[str, Any]


def size(value: Any) -> Any:
    return np.abs(value) if value.ndim == 1 else np.linalg.norm(value, axis=1)


def column(value: Any, like: Any) -> Any:
    """A number a record, beside numbers or vectors."""
    return value if np.ndim(value) == 0 or like.ndim == 1 else value[:, None]


def limited(x: Any, a: Values, variant: Values) -> dict[str, Any]:
    share = a["size_limit"] / np.maximum(size(x), a["size_limit"])
    return {"": x * column(share, x)}


def smoothed(x: Any, a: Values, variant: Values) -> dict[str, Any]:
    before = a["smoothed_"]
    return {"smoothed_": before + a["blend_weight"] * (x - before)}


def tracked(x: Any, a: Values, variant: Values) -> dict[str, Any]:
    peak = a["peak_"]
    won = {"largest": x > peak, "smallest": x < peak, "size": np.abs(x) > np.abs(peak)}[variant["end"]]
    dates = {"dated": np.where(won, a["step_number"], a["dated"])} if variant["dated"] else {}
    return {"peak_": np.where(won, x, peak)} | dates


def scaled(x: Any, a: Values, variant: Values) -> dict[str, Any]:
    by = {
        "factor": lambda: a["scale_factor"],
        "gain": lambda: a["own_gain"],
        "both": lambda: a["own_gain"] * a["scale_factor"],
        "marked": lambda: np.where(a["marked"], a["scale_factor"], 1.0),
    }[variant["by"]]()
    return {"": x * column(by, x)}


def totalled(x: Any, a: Values, variant: Values) -> dict[str, Any]:
    return {"total_": a["total_"] + x * (a["step_time"] if variant["timed"] else 1.0)}


def compared(x: Any, a: Values, variant: Values) -> dict[str, Any]:
    missing = a["wanted_"] - x
    if variant["by"] == "difference":
        return {"missing_": missing}
    return {
        "deviation": {"square": size(missing) ** 2, "half": 0.5 * size(missing) ** 2, "size": size(missing)}[
            variant["by"]
        ]
    }


def noted(x: Any, a: Values, variant: Values) -> dict[str, Any]:
    changed = x != a["former_"]
    marks = {"changed": changed} if variant["told"] != "count" else {}
    return marks | ({"changes": a["changes"] + changed} if variant["told"] != "mark" else {})


MEANT: dict[str, Callable[[Any, Values, Values], dict[str, Any]]] = {
    "limit": limited,
    "smooth": smoothed,
    "track": tracked,
    "scale": scaled,
    "integrate": totalled,
    "compare": compared,
    "note": noted,
}
"""Kind -> what it makes of a value, by attribute; a name that ends in ``_`` goes on with that of the value."""

SUBJECTS = [(PARTICLES, "particle"), (ORBITS, "satellite")]


def entity_of(schema: Schema, word: str) -> Entity:
    entity = schema.entity(word)
    assert entity is not None
    return entity


@pytest.mark.parametrize(("schema", "record"), SUBJECTS, ids=[record for _, record in SUBJECTS])
@pytest.mark.parametrize("kind", FOLLOWING)
def test_what_comes_next_does_what_it_says(kind: str, schema: Schema, record: str) -> None:
    entity = entity_of(schema, record)
    if not any(KINDS[kind].fits(each) and not each.extent for each in entity.attributes):
        pytest.skip(f"no {record} has a value for it")
    computation = following(kind, schema, entity)
    assert computation is not None
    for variant in all_variants(computation):
        drawn = draw_kernel("next", (chosen(computation, variant),), PLAIN, plain=True)
        inputs = make_inputs(drawn.launch, "next", {})
        found = compile_reference(module_text(drawn.module)).run(drawn.launch, inputs)
        (word,) = variant["attributes"]
        given: dict[str, Any] = {}
        made: dict[str, Any] = {}
        for symbol, name in sorted(drawn.names.items()):  # what is read before what the same place held of results
            attribute = symbol.removeprefix("@").removeprefix(f"{record}.").removesuffix(".in").removesuffix(".out")
            key = attribute if attribute == word else attribute.removesuffix(word)
            if name in found:
                made["" if key == word else key] = found[name]
            if name in inputs:
                given.setdefault(key, inputs[name])
        for key, value in MEANT[kind](given[word], given, variant).items():
            assert np.allclose(made[key], value, rtol=1e-4, atol=1e-5), (key, module_text(drawn.module))


def test_noise_is_small_beside_what_it_is_on_or_takes_it_away() -> None:
    (kind,) = NOISE
    computation = following(kind, PARTICLES, entity_of(PARTICLES, "particle"))
    assert computation is not None
    for variant in all_variants(computation):
        drawn = draw_kernel("noise", (chosen(computation, variant),), PLAIN, plain=True)
        inputs = make_inputs(drawn.launch, "noise", {})
        found = compile_reference(module_text(drawn.module)).run(drawn.launch, inputs)
        (made,) = found.values()
        before = next(inputs[name] for symbol, name in drawn.names.items() if symbol.endswith(".in"))
        assert not np.array_equal(made, before) and np.abs(made - before).max() < 4.0
        kept = size(made - before) < 1e-6
        assert kept.any() == (variant["how"].startswith("rare") or variant["how"] == "lost"), module_text(drawn.module)


@pytest.mark.parametrize("category", STRATA)
def test_kernels_go_on_with_what_they_made(category: str) -> None:
    """Noise in the category of random numbers, whatever else in the others."""
    kinds: set[str] = set()
    for number in range(30):
        try:
            made = synthesize(category, f"next/{number}").made
        except Rejected:
            continue
        assert made is not None
        kinds |= {name.partition("_")[0] for name in made.computations if len(made.computations) > 1 and "_of_" in name}
    assert kinds & set(NOISE if category == "random_math" else FOLLOWING)
