"""Every built-in that the reference defines computes what Warp's CPU build computes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from generator.lowering.warp_backend import builtin_registry, program
from generator.verification.launching.tolerances import TOLERANCES, relative_error
from generator.verification.reference import compile_reference
from generator.verification.reference.builtins.table import BUILTINS, MISSING
from generator.verification.tiers.execute_tier import cpu_runner
from tests.verification.reference.builtin_batches import batch
from tests.verification.reference.builtin_cases import CORE_GROUPS, Case, generic_cases, registry_cases

IMPORT = "import warp as wp\n\n\n"
PER_KERNEL, PER_MODULE = 24, 6


def every_case() -> list[Case]:
    return [*registry_cases(), *generic_cases()]


def allowed(values: np.ndarray) -> float:
    """The relative error that numbers of the type may have."""
    tolerance = TOLERANCES.get(values.dtype.name)
    return tolerance.relative if tolerance else 0.0


def differences(cases: Sequence[Case], rng: np.random.Generator) -> list[str]:
    """What the two sides do not agree on, in words."""
    found: list[str] = []
    groups = [tuple(cases[n : n + PER_KERNEL]) for n in range(0, len(cases), PER_KERNEL)]
    batches = [batch(number, group, rng) for number, group in enumerate(groups)]
    for start in range(0, len(batches), PER_MODULE):
        chunk = batches[start : start + PER_MODULE]
        with program(IMPORT + "\n\n".join(b.source for b in chunk)) as opened:
            opened.module.options.update(optimization_level=0, enable_backward=False)
            for number, one in enumerate(chunk, start=start):
                computed = cpu_runner(opened.kernels[f"check_{number}"], one.launch)(one.inputs)
                expected = compile_reference(IMPORT + one.source).run(one.launch, one.inputs)
                for name, values in expected.items():
                    case = one.cases[int(name[1:].split("_")[0])]
                    if relative_error(computed[name], values) > case.slack * allowed(values):
                        found.append(f"{case.name}{case.types}: {relative_error(computed[name], values):.2e}")
    return found


def test_one_overload_of_each_builtin(fresh_seed: int) -> None:
    """The float32 or int32 overload where there is one, and fifty others that a fresh seed picks."""
    rng = np.random.default_rng(fresh_seed)
    cases = every_case()
    common = ("float32", "int32", "vec3f", "mat33f", "quatf", "transformf", "uint32", "vec3", "quat")
    first: dict[str, Case] = {}
    for case in sorted(cases, key=lambda c: all(t not in common for t in c.types)):
        first.setdefault(case.name, case)
    others = [cases[k] for k in rng.choice(len(cases), 50, replace=False)]
    assert differences([*first.values(), *others], rng) == []


@pytest.mark.slow
def test_every_overload_of_the_registry(fresh_seed: int) -> None:
    assert differences(every_case(), np.random.default_rng(fresh_seed)) == []


def test_core_groups_are_covered_but_for_stated_reasons() -> None:
    registry = builtin_registry()
    core = {name for name, function in registry.items() if function.group in CORE_GROUPS}
    assert core - set(BUILTINS) == {name for name in MISSING if name in core}
    assert all(MISSING.values())
    assert not set(MISSING) & set(BUILTINS)


def test_every_core_builtin_is_among_the_cases() -> None:
    registry = builtin_registry()
    called = {case.name for case in every_case()}
    core = {name for name, function in registry.items() if function.group in CORE_GROUPS} & set(BUILTINS)
    elsewhere = {"sample_cdf", "transform_set_translation_copy", "transform_set_rotation_copy"}
    assert core - called == elsewhere  # the first is in test_reference.py, kernels cannot call the others


def test_a_wrong_definition_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    compile_reference.cache_clear()
    monkeypatch.setitem(BUILTINS, "sin", BUILTINS["cos"])
    seen = differences([Case("sin", ("float32",))], np.random.default_rng(1))
    compile_reference.cache_clear()
    assert len(seen) == 1
    assert seen[0].startswith("sin")
