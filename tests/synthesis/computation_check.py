"""A computation in its plainest storage, run by the independent reading, against its NumPy statement."""

from __future__ import annotations

import importlib
import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np

from generator.launch import INPUT, Launch
from generator.syntax.printing import module_text
from generator.syntax.types import Array
from generator.syntax.values import Value, dotted_name, literal
from generator.synthesis.chance.habits import LIBRARY
from generator.synthesis.chance.policy import DEFAULT_POLICY, Policy
from generator.synthesis.composition.completing import before_it
from generator.synthesis.composition.drawing import chosen, draw_kernel
from generator.synthesis.composition.filling import Sizes, argument_of
from generator.synthesis.composition.finishing import DrawnKernel
from generator.synthesis.computations.language import Computation
from generator.synthesis.schemas.entities import FIXED, ONE, RESULT, Attribute, Entity
from generator.synthesis.schemas.schema import Schema
from generator.synthesis.schemas.zeros import none_of
from generator.synthesis.storage.layout import Layout
from generator.synthesis.storage.memory import Memory, RecordAt
from generator.synthesis.storage.signature import Signature, Slot
from generator.verification.launching.inputs import make_inputs
from generator.verification.reference import compile_reference
from tests.synthesis.leavers import leavers

HABITS = replace(LIBRARY, comments=0.0)
"""Those of one project, without comments."""

PLAIN = replace(DEFAULT_POLICY, empty=1.0, projects=((HABITS, 1.0),), factored=0.0, factored_long=0.0)
"""Every optional relation may lead nowhere where a computation allows it."""

TOLERANCE = 1e-4
"""Largest difference, beside 1 and beside the size of the value; the reading rounds to float32 as Warp does."""


APART = "they do not go together"
"""What is said of computations that no kernel joins in these variants."""


def variants_of(computation: Computation) -> Iterator[dict[str, Any]]:
    """Every combination of a computation's variants."""
    words = list(computation.variants)
    for values in itertools.product(*(computation.variants[word] for word in words)):
        yield dict(zip(words, values, strict=True))


def statement_of(computation: Computation) -> Any:
    """The NumPy function of the same name."""
    return getattr(importlib.import_module(f"tests.synthesis.computations.{computation.family}"), computation.name)


def differences(computation: Computation, variant: Mapping[str, Any], seed: str, policy: Policy = PLAIN) -> list[str]:
    """What the kernel and the NumPy statement disagree on, in words; empty where they agree."""
    return differences_of([(computation, variant)], seed, policy)


def differences_of(
    parts: Sequence[tuple[Computation, Mapping[str, Any]]], seed: str, policy: Policy = PLAIN
) -> list[str]:
    """The same of a kernel that joins several, and of their statements one after another."""
    schema = parts[0][0].schema
    key = f"plain/{'+'.join(computation.name for computation, _ in parts)}/{seed}"
    drawn = draw_kernel(key, tuple(chosen(*part) for part in parts), policy, plain=True)
    if len(drawn.choices) < len(parts):
        return [APART]
    source = module_text(drawn.module)
    wide = {"float32": "float64"}
    inputs = make_inputs(drawn.launch, seed, wide)
    _start(drawn, inputs, schema)
    found = compile_reference(source).run(drawn.launch, inputs)
    tables = _tables(drawn, inputs, schema)
    _fill_in(tables, schema, drawn.sizes, seed)
    numbers = _numbers(drawn, inputs, schema, drawn.sizes)
    expected = _in_turn(parts, tables, drawn.choices[0].record.name, numbers)
    problems = []
    for argument in drawn.launch.arguments:
        if argument.role == INPUT:
            continue
        symbol = next(symbol for symbol, name in drawn.names.items() if name == argument.name)
        path = symbol[1:].rsplit(".", 1)[0]
        if path not in expected:
            problems.append(f"the NumPy statement does not give {path}, which the kernel writes")
            continue
        problems += _compared(drawn, path, np.asarray(found[argument.name]), np.asarray(expected[path]))
    return problems


def _in_turn(
    parts: Sequence[tuple[Computation, Mapping[str, Any]]], tables: SimpleNamespace, own: str, numbers: SimpleNamespace
) -> dict[str, Any]:
    """What the statements give one after another, each for those of its own records that have not left."""
    expected: dict[str, Any] = {}
    table = getattr(tables, own)
    stay = None
    for place, (computation, variant) in enumerate(parts):
        v = SimpleNamespace(**variant)
        behind = parts[place + 1 : place + 2]
        gone = leavers(computation.name, behind[0][0].name, tables, v, numbers) if behind else None
        setattr(tables, own, table if stay is None else _rows(table, stay))
        made = statement_of(computation)(tables, v, numbers)
        setattr(tables, own, table)
        for path, values in made.items():
            entity, _, attribute = path.partition(".")
            if entity == own and stay is not None:
                whole = np.array(getattr(table, attribute), np.asarray(values).dtype)
                whole[stay] = values
                values = whole
            expected[path] = values
            setattr(getattr(tables, entity), attribute, values)
        if gone is not None:
            stay = ~gone if stay is None else stay & ~gone
    return expected


def _rows(table: SimpleNamespace, stay: np.ndarray) -> SimpleNamespace:
    """A table of some of its records alone."""
    found = SimpleNamespace()
    for word, held in vars(table).items():
        if isinstance(held, list):
            setattr(found, word, list(itertools.compress(held, stay)))
        elif held.shape[: stay.ndim] == stay.shape:  # not a grid's relation that no part of the step follows
            setattr(found, word, held[stay])
    return found


def _start(drawn: DrawnKernel, inputs: dict[str, Any], schema: Schema) -> None:
    """What a thread leaves alone keeps what it was, and a result that there is none of says so."""
    for symbol, name in drawn.names.items():
        word, _, part = symbol[1:].partition(".")
        entity = schema.entity(word)
        of = entity.attribute(part.removesuffix(".out")) if entity and part.endswith(".out") else None
        if entity is None or of is None:
            continue
        adds = drawn.signature.slots[symbol].adds  # what one part of a step reads, another may add to
        before = (None if adds else before_it(entity, of)) or of
        given = drawn.names.get(f"@{word}.{of.name}.in") or drawn.names.get(f"@{word}.{before.name}.in")
        if given and inputs[given].shape == inputs[name].shape:
            inputs[name] = inputs[given].astype(inputs[name].dtype)
        elif of.role == RESULT and not adds:
            inputs[name] = np.broadcast_to(_none(of), inputs[name].shape).astype(inputs[name].dtype)


def _none(of: Attribute) -> Any:
    match none_of(of):
        case Value("literal", (number,)):
            return number
        case Value("neg", (Value("literal", (number,)),)):
            return -number
        case Value("call", (_, Value("neg", (Value("literal", (number,)),)), *_)):
            return -number
        case Value("call", (function,)) if dotted_name(function) == "wp.transform_identity":
            return [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]
        case Value("call", (function,)) if dotted_name(function) == "wp.quat_identity":
            return [0.0, 0.0, 0.0, 1.0]
    return 0.0


def _compared(drawn: DrawnKernel, path: str, found: np.ndarray, expected: np.ndarray) -> list[str]:
    entity = drawn.computation.schema.entity(path.partition(".")[0])
    assert entity is not None
    if entity.dimensions > 1:  # what happens at the border is the layout's
        inside = (slice(2, -2),) * entity.dimensions
        found, expected = found[inside], expected[inside]
    if found.shape != expected.shape:
        return [f"{path}: shape {found.shape}, the statement's is {expected.shape}"]
    if not np.isfinite(found.astype(float)).all():
        return [f"{path}: not finite"]
    apart = np.abs(found.astype(float) - expected.astype(float)) > TOLERANCE * (1.0 + np.abs(expected.astype(float)))
    if apart.any():
        where = tuple(int(i[0]) for i in np.nonzero(apart))
        return [f"{path}{list(where)}: {found[where]}, the statement says {expected[where]} ({apart.sum()} differ)"]
    return []


def _value(inputs: Mapping[str, Any], drawn: DrawnKernel, symbol: str) -> Any:
    name = drawn.names.get(symbol)
    return None if name is None else np.asarray(inputs[name])


def _tables(drawn: DrawnKernel, inputs: Mapping[str, Any], schema: Schema) -> SimpleNamespace:
    return SimpleNamespace(**{e.name: _table(drawn, inputs, e) for e in schema.entities})


def _table(drawn: DrawnKernel, inputs: Mapping[str, Any], entity: Entity) -> SimpleNamespace:
    table = SimpleNamespace()
    for of in entity.attributes:
        given = _value(inputs, drawn, f"@{entity.name}.{of.name}.in")
        made = _value(inputs, drawn, f"@{entity.name}.{of.name}.out")
        start = given if made is None else made
        if start is not None:
            setattr(table, of.name, (start if given is None else given).copy())
    for relation in entity.relations:
        symbol = f"@{entity.name}.{relation.name}"
        one = relation.kind in (ONE, FIXED)
        value = _value(inputs, drawn, symbol) if one else _lists(drawn, inputs, symbol)
        if value is not None:
            setattr(table, relation.name, value)
    return table


def _fill_in(tables: SimpleNamespace, schema: Schema, sizes: Sizes, seed: str) -> None:
    """Attributes that the kernel does not touch have values, too."""
    for entity in schema.entities:
        table = getattr(tables, entity.name)
        memory = Memory(schema, Layout(), Signature())
        inner = tuple(literal(0) for of in ("",))
        index = tuple(literal(0) for _ in range(entity.dimensions))
        for of in entity.attributes:
            if not hasattr(table, of.name):
                memory.place(RecordAt(entity, index), of, "read", inner if of.extent else ())
        slots = [slot for slot in memory.signature.slots.values() if isinstance(slot.type, Array)]
        names = [slot.symbol.split(".")[1] for slot in slots]
        arguments = tuple(argument_of(slot, name, sizes, schema) for slot, name in zip(slots, names, strict=True))
        values = make_inputs(Launch(arguments, (1,)), seed, {"float32": "float64"})
        for name, value in values.items():
            setattr(table, name, value)
        _fill_in_relations(table, entity, sizes)


def _fill_in_relations(table: SimpleNamespace, entity: Entity, sizes: Sizes) -> None:
    """Relations that the kernel does not follow lead somewhere, too."""
    rows = sizes.entity(entity.name)
    for relation in entity.relations:
        if hasattr(table, relation.name):
            continue
        places = np.random.default_rng(rows).integers(0, sizes.entity(relation.target), (rows, max(relation.count, 1)))
        setattr(table, relation.name, places[:, 0] if relation.kind == ONE else places)


def _lists(drawn: DrawnKernel, inputs: Mapping[str, Any], symbol: str) -> list[np.ndarray] | None:
    start = _value(inputs, drawn, f"{symbol}.start")
    if start is None:
        return None
    listed = _value(inputs, drawn, f"{symbol}.list")
    spans = [np.arange(a, b) for a, b in itertools.pairwise(start)]
    return spans if listed is None else [listed[span] for span in spans]


def _numbers(drawn: DrawnKernel, inputs: Mapping[str, Any], schema: Schema, sizes: Sizes) -> SimpleNamespace:
    found = {}
    for number in schema.numbers:
        name = drawn.names.get(f"@{number.name}")
        slot = Slot(f"@{number.name}", number.type, number.domain, number.names)
        argument = argument_of(slot, number.name, sizes, schema)
        alone = make_inputs(Launch((argument,), (1,)), "7", {"float32": "float64"})[number.name]
        found[number.name] = alone if name is None else inputs[name]
    return SimpleNamespace(**found)
