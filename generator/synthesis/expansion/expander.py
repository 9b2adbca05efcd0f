"""Statements of a computation, written out as statements of a kernel."""

from __future__ import annotations

from dataclasses import dataclass, replace

from generator.syntax.statements import (
    Assign,
    Augment,
    Block,
    Call,
    For,
    If,
    Jump,
    Return,
    Statement,
    Store,
    While,
)
from generator.syntax.types import INT
from generator.syntax.values import Value, call, dotted, dotted_name, element, literal, name
from generator.synthesis.expansion.meanings import Meanings
from generator.synthesis.expansion.places import free_place, is_world, leaves_own, range_call, relations_asked
from generator.synthesis.expansion.scope import Body, ManyAt, Meaning, NotExpanded
from generator.synthesis.schemas.entities import NEAR, RANGE, Relation
from generator.synthesis.storage import relations
from generator.synthesis.storage.layout import ALL, COUNTS, TABLE
from generator.synthesis.storage.memory import RecordAt


@dataclass
class Expander:
    """Writes a computation's statements into a body, one after another."""

    meanings: Meanings
    body: Body

    def block(self, statements: Block) -> None:
        """Write out statements in order."""
        for statement in statements:
            self.statement(statement)

    def statement(self, statement: Statement) -> None:
        """Write out one statement."""
        value = self.meanings.value
        match statement:
            case Assign():
                self._assign(statement)
            case Store(target, of):
                place = self.meanings.target(target, adds=False)
                self.body.emit(Store(place or value(target), value(of)))
            case Augment(target, sign, of):
                self._augment(statement, target, sign, of)
            case Call(of):
                self.body.emit(Call(value(of)))
            case If():
                self._if(statement)
            case For():
                self._for(statement)
            case While(condition, inner):
                head = value(condition)
                self.body.emit(replace(statement, condition=head, body=self._inner(inner, loop=True)))
            case Return(None):
                self.body.emit(statement)
            case Return():
                raise NotExpanded("a computation gives nothing back")
            case _:
                self.body.emit(statement)

    def _assign(self, statement: Assign) -> None:
        (target,) = statement.targets
        of = statement.value
        if target.operation == "tuple" and of.operation == "tuple":
            meanings = [self.meanings.meaning(part) for part in of.operands]
            if all(isinstance(found, Value) for found in meanings):
                self._assign_together(statement, target, meanings)
                return
            for part, found in zip(target.operands, meanings, strict=True):
                self._bind(part, found)
            self._leave_where_empty(
                [p for p, f in zip(target.operands, meanings, strict=True) if isinstance(f, RecordAt)]
            )
            return
        if target.operation == "tuple":
            for part in target.operands:
                self.meanings.scope[part.operands[0]] = part
            self.body.emit(replace(statement, value=self.meanings.value(of)))
            return
        found = self.meanings.meaning(of)
        self._bind(target, found)
        if isinstance(found, RecordAt):
            self._leave_where_empty([target])

    def _assign_together(self, statement: Assign, target: Value, values: list[Meaning]) -> None:
        """``a, b = b, a``: all values are taken before any name is set."""
        self.body.emit(replace(statement, value=Value("tuple", tuple(values))))
        for part in target.operands:
            self.meanings.scope[part.operands[0]] = part

    def _bind(self, target: Value, found: Meaning) -> None:
        """Give a local its value; a record's name stands for its index from here on."""
        word = target.operands[0]
        if isinstance(found, RecordAt):
            if len(found.index) > 1 or is_world(found, self.meanings):
                self.meanings.scope[word] = found
                return
            self.body.emit(Assign((target,), found.index[0]))
            self.meanings.scope[word] = replace(found, index=(name(word, INT),))
        elif isinstance(found, Value):
            self.body.emit(Assign((target,), found))
            self.meanings.scope[word] = name(word, found.type)
        else:
            self.meanings.scope[word] = found

    def _leave_where_empty(self, targets: list[Value]) -> None:
        """Leave, or go on with the loop, where an optional relation leads nowhere and nothing else asks."""
        questions = []
        for target in targets:
            found = self.meanings.scope[target.operands[0]]
            if not isinstance(found, RecordAt) or found.relation not in self.meanings.memory.layout.empty:
                continue
            if is_world(found, self.meanings):
                continue
            if found.relation.rpartition(".")[2] in self.meanings.certain_relations:
                continue
            if target.operands[0] not in self.meanings.certain and found.index[0].is_name:
                questions.append(Value("<", (found.index[0], literal(0))))
        if questions:
            test = questions[0] if len(questions) == 1 else Value("or", tuple(questions))
            self.body.emit(If(test, (Jump("continue") if self.body.loops else Return(),)))

    def _augment(self, statement: Augment, target: Value, sign: str, of: Value) -> None:
        place = self.meanings.target(target, adds=sign in "+-")
        amount = self.meanings.value(of)
        if place is None:
            self.body.emit(replace(statement, target=self.meanings.value(target), value=amount))
        elif self._is_own(target):
            self.body.emit(replace(statement, target=place, value=amount))
        else:
            word = {"+": "wp.atomic_add", "-": "wp.atomic_sub"}[sign]
            self.body.emit(Call(call(dotted(word), *place.operands, amount)))

    def _is_own(self, target: Value) -> bool:
        place = target.operands[0] if target.operation == "subscript" else target
        owner = self.meanings.meaning(place.operands[0])
        return isinstance(owner, RecordAt) and owner.own

    def _if(self, statement: If) -> None:
        if self._is_surely(statement.condition):
            self.block(statement.body)
            return
        head = self.meanings.value(statement.condition)
        if head.operation == "!=" and head.operands[0] == head.operands[1]:  # in a launch over worlds all are of one
            self.block(statement.otherwise)
            return
        known, answered = self.meanings.certain_relations, relations_asked(statement.condition)
        self.meanings.certain_relations = known | answered
        body = self._inner(statement.body)
        self.meanings.certain_relations = known
        otherwise = self._inner(statement.otherwise)
        self.body.emit(If(head, body, otherwise))
        if body and isinstance(body[-1], Return | Jump):  # the rest is for the others
            self.meanings.certain_relations = known | relations_asked(statement.condition, denied=True)

    def _is_surely(self, condition: Value) -> bool:
        """Whether a condition asks if a record has a world, in a launch over worlds."""
        if condition.operation != "call" or dotted_name(condition.operands[0]) != "exists":
            return False
        found = self.meanings.meaning(condition.operands[1])
        return isinstance(found, RecordAt) and is_world(found, self.meanings)

    def _inner(self, statements: Block, loop: bool = False) -> Block:
        with self.body.block(loop) as inner:
            self.block(statements)
        return tuple(inner)

    def _for(self, statement: For) -> None:
        iterable = statement.iterable
        found = self.meanings.meaning(iterable)
        if not isinstance(found, ManyAt):
            word = statement.target.operands[0]
            self.meanings.scope[word] = name(word, INT)
            head = found if isinstance(found, Value) else self.meanings.value(iterable)
            self.body.emit(replace(statement, iterable=head, body=self._inner(statement.body, loop=True)))
            return
        _LOOPS[found.relation.kind](self, statement, found)

    def _range(self, statement: For, many: ManyAt) -> None:
        """Records one after another, or places of a list of neighbours."""
        memory, relation = self.meanings.memory, many.relation
        counted = (memory.layout.ranges if relation.kind == RANGE else memory.layout.near) == COUNTS
        span = relations.span(memory, many.at, relation, counted)
        word = statement.target.operands[0]
        if span.count is not None:
            place = free_place("k", self.meanings, statement)
            start = free_place("start", self.meanings, statement)
            self.body.emit(Assign((name(start, INT),), span.first))
            head = range_call(span.count)
            index: Value = Value("+", (name(start, INT), name(place, INT)), INT)
        else:
            place = word if span.listed is None else free_place("k", self.meanings, statement)
            head = range_call(span.first, *([] if span.end is None else [span.end]))
            index = name(place, INT)
        if span.listed is not None:
            index = element(span.listed, index)
        self._loop(statement, place, head, relation, index)

    def _table(self, statement: For, many: ManyAt) -> None:
        memory, relation = self.meanings.memory, many.relation
        count, ids = relations.table(memory, many.at, relation)
        place = free_place("k", self.meanings, statement)
        self._loop(statement, place, range_call(count), relation, element(ids, *many.at.index, name(place, INT)))

    def _all(self, statement: For, many: ManyAt) -> None:
        """Every record but the own one."""
        relation = many.relation
        entity = self.meanings.target_of(relation)
        word = statement.target.operands[0]
        skip: Block = ()
        if entity.name == many.at.entity.name:
            skip = (If(Value("==", (name(word, INT), many.at.index[0])), (Jump("continue"),)),)
        head = range_call(self.meanings.memory.size(entity))
        self._loop(statement, word, head, relation, name(word, INT), skip)

    def _near(self, statement: For, many: ManyAt) -> None:
        near = self.meanings.memory.layout.near
        ways = {TABLE: self._table} if many.relation.listed else {TABLE: self._table, ALL: self._all}
        ways.get(near, self._range)(statement, many)

    def _loop(
        self, statement: For, place: str, head: Value, relation: Relation, index: Value, skip: Block = ()
    ) -> None:
        """A loop over places; the record's own name stands for its index within."""
        entity = self.meanings.target_of(relation)
        word = statement.target.operands[0]
        with self.body.block(loop=True) as inner:
            inner += skip
            at = RecordAt(entity, (index,), relation.kind == RANGE, "")
            if index.is_name and index.operands[0] == word:
                self.meanings.scope[word] = at
            else:
                self._bind(name(word, INT), at)
            self.block(statement.body)
        inner = inner[1:] if skip and leaves_own(inner[1:2], skip[0]) else inner
        self.body.emit(For(name(place, INT), head, tuple(inner)))


_LOOPS = {RANGE: Expander._range, NEAR: Expander._near}
"""Kind of a relation -> how a loop over it is written."""
