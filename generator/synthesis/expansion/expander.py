"""Statements of a computation, written out as statements of a kernel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from generator.syntax.statements import (
    Assign,
    Augment,
    Block,
    Call,
    Comment,
    For,
    If,
    Jump,
    Return,
    Statement,
    Store,
    While,
)
from generator.syntax.types import INT
from generator.syntax.values import Value, call, dotted, element, name, together
from generator.synthesis.expansion.meanings import Meanings
from generator.synthesis.expansion.scope import ManyAt, Meaning, NotExpanded, relations_tested
from generator.synthesis.expansion.variants import answer, is_known
from generator.synthesis.schemas.entities import NEAR, RANGE
from generator.synthesis.storage import relations
from generator.synthesis.storage.layout import ALL, COUNTS, TABLE
from generator.synthesis.storage.memory import RecordAt


@dataclass
class Expander:
    """Writes a computation's statements, one after another."""

    meanings: Meanings
    written: list[Statement] = field(default_factory=list)
    """Statements of the block that is open."""
    loops: int = 0
    """How many loops it stands in."""

    def block(self, statements: Block, loop: bool = False) -> Block:
        """Statements written out as a block of their own."""
        outer, self.written = self.written, []
        self.loops += loop
        self._write(statements)
        self.loops -= loop
        inner, self.written = self.written, outer
        return tuple(inner)

    def _write(self, statements: Block) -> None:
        """Each statement, by its kind; what says nothing about records stays as it is."""
        for statement in statements:
            _STATEMENTS.get(type(statement), Expander._as_it_is)(self, statement)

    def _as_it_is(self, statement: Statement) -> None:
        if type(statement) is Return and statement.value is not None:
            raise NotExpanded("a computation gives nothing back")
        self.written.append(statement)

    def _store(self, statement: Store) -> None:
        place = self.meanings.target(statement.target, adds=False) or self.meanings.value(statement.target)
        self.written.append(Store(place, self.meanings.value(statement.value)))

    def _call(self, statement: Call) -> None:
        self.written.append(Call(self.meanings.value(statement.value)))

    def _while(self, statement: While) -> None:
        head = self.meanings.value(statement.condition)
        self.written.append(While(head, self.block(statement.body, loop=True)))

    def _assign(self, statement: Assign) -> None:
        """Assigns one local or several; of a tuple, all values are taken before any name is set."""
        (target,), of, meanings = statement.targets, statement.value, self.meanings
        if target.operation != "tuple":
            self._bind(target, one := meanings.meaning(of))
            if type(one) is RecordAt:
                self._leave_where_empty(target.operands)
            return
        found = [meanings.meaning(value) for value in (of.operands if of.operation == "tuple" else (of,))]
        if all(isinstance(each, Value) for each in found):
            value = Value("tuple", tuple(found)) if of.operation == "tuple" else meanings.as_value(found[0])
            self.written.append(Assign(statement.targets, value, statement.annotation))
            meanings.scope.update({part.operands[0]: part for part in target.operands})
            return
        for part, each in zip(target.operands, found, strict=True):
            self._bind(part, each)
        self._leave_where_empty([part.operands[0] for part in target.operands])

    def _bind(self, target: Value, found: Meaning) -> None:
        """Give a local its value; a record's name stands for its index from here on."""
        word = target.operands[0]
        if type(found) is Value:
            value, found = found, name(word, found.type)
            self.written.append(Assign((found,), value))
        elif isinstance(found, RecordAt) and len(found.index) == 1 and found.index[0] != self.meanings.memory.world:
            place = name(word, INT)
            self.written.append(Assign((place,), found.index[0]))
            found = RecordAt(found.entity, (place,), found.own, found.relation)
        self.meanings.scope[word] = found

    def _leave_where_empty(self, words: Sequence[str]) -> None:
        """Return, or continue a loop, where an optional relation leads nowhere and the computation does not test it."""
        meanings, questions = self.meanings, []
        for word in words:
            found = meanings.scope[word]
            if not isinstance(found, RecordAt) or found.relation not in meanings.memory.layout.empty:
                continue
            tested = word in meanings.certain or found.relation.rpartition(".")[2] in meanings.certain_relations
            if found.index[0].operation == "name" and not tested and found.index[0] != meanings.memory.world:
                questions.append(meanings.memory.leads(found.index[0], somewhere=False))
                meanings.memory.untested[questions[-1]] = found.relation
        if questions:
            self.written.append(If(together("or", questions), (Jump("continue") if self.loops else Return(),)))

    def _augment(self, statement: Augment) -> None:
        target, sign = statement.target, statement.sign
        place = self.meanings.target(target, adds=sign in "+-")
        amount = self.meanings.value(statement.value)
        if place is None:
            self.written.append(Augment(self.meanings.value(target), sign, amount))
        elif self._is_own(target):
            self.written.append(Augment(place, sign, amount))
        else:
            word = {"+": "wp.atomic_add", "-": "wp.atomic_sub"}[sign]
            self.written.append(Call(call(dotted(word), *place.operands, amount)))

    def _is_own(self, target: Value) -> bool:
        place = target.operands[0] if target.operation == "subscript" else target
        owner = self.meanings.meaning(place.operands[0])
        return isinstance(owner, RecordAt) and owner.own

    def _if(self, statement: If) -> None:
        meanings, condition = self.meanings, statement.condition
        head = meanings.value(condition)
        if is_known(decided := answer(head)):
            self._write(arm := statement.body if decided.operands[0] else statement.otherwise)
            if not arm and self.written and isinstance(self.written[-1], Comment):  # it told of the test
                self.written.pop()
            return
        known = meanings.certain_relations
        meanings.certain_relations = known | relations_tested(condition)
        body = self.block(statement.body)
        meanings.certain_relations = known
        otherwise = self.block(statement.otherwise)
        self.written.append(If(head, body, otherwise))
        if body and isinstance(body[-1], Return | Jump):  # the rest runs where the condition fails
            meanings.certain_relations = known | relations_tested(condition, denied=True)

    def _for(self, statement: For) -> None:
        found = self.meanings.meaning(statement.iterable)
        if isinstance(found, ManyAt):
            whole = found.at.index == (self.meanings.memory.world,)  # a world's part of a table by world is all of it
            (Expander._all if whole else _LOOPS[found.relation.kind])(self, statement, found)
            return
        word = statement.target.operands[0]
        self.meanings.scope[word] = name(word, INT)
        body = self.block(statement.body, loop=True)
        self.written.append(For(statement.target, self.meanings.as_value(found), body))

    def _range(self, statement: For, many: ManyAt) -> None:
        """Records one after another, or places of a list of neighbours."""
        memory, relation = self.meanings.memory, many.relation
        counted = (memory.layout.ranges if relation.kind == RANGE else memory.layout.near) == COUNTS
        first, last, listed = relations.span(memory, many.at, relation, counted)
        place = statement.target.operands[0]
        if counted or listed is not None:
            place = self.meanings.free_place("k", statement)
        index, ends = name(place, INT), [first, last]
        if counted:
            start = name(self.meanings.free_place("start", statement), INT)
            self.written.append(Assign((start,), first))
            index, ends = Value("+", (start, index), INT), [last]
        self._loop(statement, place, ends, many, index if listed is None else element(listed, index))

    def _table(self, statement: For, many: ManyAt) -> None:
        count, ids = relations.table(self.meanings.memory, many.at, many.relation)
        place = self.meanings.free_place("k", statement)
        self._loop(statement, place, (count,), many, element(ids, *many.at.index, name(place, INT)))

    def _all(self, statement: For, many: ManyAt) -> None:
        """Every record but the own one."""
        entity, index = self.meanings.target_of(many.relation), name(statement.target.operands[0], INT)
        skip: Block = ()
        if entity.name == many.at.entity.name:
            skip = (If(Value("==", (index, many.at.index[0])), (Jump("continue"),)),)
        self._loop(statement, index.operands[0], (self.meanings.memory.size(entity),), many, index, skip)

    def _near(self, statement: For, many: ManyAt) -> None:
        near = self.meanings.memory.layout.near
        ways = {TABLE: self._table} if many.relation.listed else {TABLE: self._table, ALL: self._all}
        ways.get(near, self._range)(statement, many)

    def _loop(
        self, statement: For, place: str, ends: Sequence[Value], many: ManyAt, index: Value, skip: Block = ()
    ) -> None:
        """A loop over indices of a range, within which the record's name stands for its index.

        Records of a range are the thread's own where their owner is.
        """
        own = name(statement.target.operands[0], INT)
        alone = many.relation.kind == RANGE and many.at.own
        at = RecordAt(self.meanings.target_of(many.relation), (own,), alone)
        self.meanings.scope[own.operands[0]] = at
        first = skip if index == own else (Assign((own,), index),)
        head = call(name("range"), *ends)
        self.written.append(For(name(place, INT), head, (*first, *self.block(statement.body, loop=True))))


_STATEMENTS: dict[type, Callable[[Expander, Any], None]] = {
    Assign: Expander._assign,
    Store: Expander._store,
    Augment: Expander._augment,
    Call: Expander._call,
    If: Expander._if,
    For: Expander._for,
    While: Expander._while,
}
"""Kind of a statement -> how it is written out."""

_LOOPS = {RANGE: Expander._range, NEAR: Expander._near}
"""Kind of a relation -> how a loop over it is written."""
