"""A bit or a code of an attribute has one name in all computations of a field, and a name one number."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections import defaultdict
from collections.abc import Iterator

from generator.syntax.types import INT
from generator.synthesis.catalogue.everything import load_all
from generator.synthesis.composition.filling import fill_of
from generator.synthesis.computations.language import Computation
from generator.synthesis.schemas.domains import Domain
from generator.synthesis.schemas.entities import Entity
from generator.synthesis.schemas.phrases import spoken
from generator.synthesis.storage.signature import Slot

MARK = re.compile("whether |1 where |1 inside ")
"""What the words of an attribute that is 0 or 1 begin with."""

Use = tuple[str, str, str]
"""Field, entity and attribute that a number is compared with."""


class Reader:
    """Reads which attribute an expression of a computation is; locals stand for what they were first given."""

    def __init__(self, computation: Computation) -> None:
        self.schema = computation.schema
        self.constants = computation.function.__globals__
        (self.tree,) = ast.parse(textwrap.dedent(inspect.getsource(computation.function))).body
        self.known = {entity.name: entity for entity in self.schema.entities}
        for node in ast.walk(self.tree):
            match node:
                case ast.Assign([ast.Name(name)], value) | ast.For(ast.Name(name), value):
                    self._know(name, value)
                case ast.Assign([ast.Tuple(names)], ast.Tuple(values)):
                    for one, value in zip(names, values, strict=True):
                        self._know(getattr(one, "id", ""), value)

    def _know(self, name: str, value: ast.expr) -> None:
        meant = self.meant(value)
        if meant is not None:
            self.known.setdefault(name, meant)

    def meant(self, node: ast.expr) -> Entity | Use | None:
        """The records or the attribute that an expression stands for, where it stands for any."""
        match node:
            case ast.Name(name):
                return self.known.get(name)
            case ast.Subscript(value) | ast.Call(ast.Attribute(value, "at")) | ast.Call(ast.Name("int"), [value]):
                return self.meant(value)
            case ast.Attribute(value, name):
                entity = self.meant(value)
                if not isinstance(entity, Entity):
                    return None
                relation = entity.relation(name)
                if relation is not None:
                    return self.schema.entity(relation.target)
                return (self.schema.name, entity.name, name) if entity.attribute(name) else None
        return None

    def uses(self) -> Iterator[tuple[Use, str, int]]:
        """Attributes with the constants that they are tested against, joined with or set to: name and number."""
        for node in ast.walk(self.tree):
            pairs: list[tuple[ast.expr, ast.expr]] = []
            match node:
                case ast.BinOp(left, ast.BitAnd() | ast.BitOr(), right):
                    pairs = [(left, right), (right, left)]
                case ast.Call(ast.Attribute(_, "atomic_or" | "atomic_and"), [target, _, value]):
                    pairs = [(target, value)]
                case ast.Compare(left, [ast.Eq() | ast.NotEq()], [right]):
                    pairs = [(left, right)]
                case ast.Assign([target], ast.Name() as value):
                    pairs = [(target, value)]
            for place, value in pairs:
                meant = self.meant(place)
                for name in (each.id for each in ast.walk(value) if isinstance(each, ast.Name)):
                    number = self.constants.get(name)
                    if isinstance(meant, tuple) and type(number) is int:
                        yield meant, name, number


def test_a_number_of_an_attribute_has_one_meaning() -> None:
    names, numbers = defaultdict[tuple[Use, int], set[str]](set), defaultdict[tuple[Use, str], set[int]](set)
    for computation in load_all().values():
        for use, name, number in Reader(computation).uses():
            names[use, number].add(name)
            numbers[use, name].add(number)
    assert len(names) > 50
    assert [found for found in names.items() if len(found[1]) > 1] == []
    assert [found for found in numbers.items() if len(found[1]) > 1] == []


def test_a_mark_is_0_or_1_whatever_a_kernel_does_to_it() -> None:
    marks = 0
    for schema in {each.schema.name: each.schema for each in load_all().values()}.values():
        for entity in schema.entities:
            for of in entity.attributes:
                if MARK.match(of.words) and not of.words.endswith("or -1") and of.type == INT:
                    held = fill_of(Slot("@mark", INT, of.domain, (), keeps=True))
                    assert isinstance(held, Domain) and (held.low, held.high) == (0, 2), (schema.name, of.words)
                    marks += 1
    assert marks > 100


def test_values_are_told_apart_from_their_records_and_have_the_unit_of_what_they_bound() -> None:
    kept = ("lowest", "highest", "least", "greatest", "largest", "smallest", "former", "next", "new")
    for schema in {each.schema.name: each.schema for each in load_all().values()}.values():
        for entity in schema.entities:
            units = {of.words: of.unit for of in entity.attributes}
            assert spoken(entity.name) not in units, f"{entity.name} of each {entity.name}"
            for of in entity.attributes:
                first, _, noun = of.words.partition(" ")
                assert first not in kept or units.get(noun, of.unit) == of.unit, (schema.name, entity.name, of.words)
