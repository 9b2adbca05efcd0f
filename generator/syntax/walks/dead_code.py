"""Dead-store elimination: assignments of locals that nothing reads; and which locals have values at the same time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Set
from dataclasses import dataclass, field, replace

from generator.syntax.statements import (
    Assign,
    Block,
    For,
    If,
    Jump,
    Return,
    Statement,
    While,
)
from generator.syntax.walks.effects import changed_by, is_pure
from generator.syntax.walks.names import uses
from generator.syntax.walks.negation import negated
from generator.syntax.walks.rewriting import change_inner, is_same

Names = Set[str]

NONE: Names = frozenset()


def without_dead_code(block: Block) -> Block:
    """The block without assignments of names that nothing reads before they are set anew.

    An assignment whose value has a side effect, an atomic or a random state, stays.
    """
    return _Backwards().through(block, NONE)[0]


def together(block: Block, after: Names = NONE) -> defaultdict[str, set[str]]:
    """Name -> the names that are yet to be read where it is set, but for one whose value it gets.

    Two that never stand together may be one. ``after``: names that are read after the block.
    """
    found = _Backwards(notes=True)
    found.through(block, after)
    return found.beside


def left_by_turns(block: Block) -> dict[int, set[str]]:
    """Id of a loop -> the names that are yet to be read where a turn of it ends, by the next or by what follows."""
    found = _Backwards()
    found.through(block, NONE)
    return found.left


@dataclass
class _Backwards:
    """Follows a block from its end, with the names that are live: yet to be read before they are set anew."""

    notes: bool = False
    beside: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    turns: list[tuple[Names, Names]] = field(default_factory=list)
    """What is live at the next turn of each loop around, and after it."""
    left: dict[int, set[str]] = field(default_factory=dict)

    def through(self, block: Block, after: Names) -> tuple[Block, set[str]]:
        """What is left of a block, and what is live before it."""
        left: list[Statement] = []
        live = set(after)
        for statement in reversed(block):
            sets = statement.sets
            if type(statement) is If:
                live = self._branch(statement, live, left)
            elif type(statement) is For or type(statement) is While:
                live = self._loop(statement, live, left)
            elif len(sets) != 1 or sets[0] in live or not is_pure(statement.values[0]):
                left.append(statement)
                if type(statement) is Return:
                    live = set()
                elif type(statement) is Jump and statement.word != "pass":
                    live = set(self.turns[-1][statement.word == "break"])
                if self.notes:
                    self._note(statement, live)
                live.difference_update(sets)
                live.update(statement.reads)
        left.reverse()
        return (block if is_same(left, block) else tuple(left)), live

    def _note(self, statement: Statement, live: set[str]) -> None:
        """Note what is live beside what a statement that holds no block sets."""
        same = statement.value.names if type(statement) is Assign and statement.value.operation == "name" else ()
        for word in changed_by((statement,)):
            self.beside[word].update(live.difference(same))

    def _branch(self, statement: If, live: set[str], left: list[Statement]) -> set[str]:
        (body, first), (otherwise, second) = (self.through(arm, live) for arm in (statement.body, statement.otherwise))
        same = body is statement.body and otherwise is statement.otherwise
        kept = without_hollow(statement if same else If(statement.condition, body, otherwise))
        left += kept
        return first.union(second, statement.reads) if kept else live

    def _loop(self, statement: For | While, live: set[str], left: list[Statement]) -> set[str]:
        """What no turn sets is live in all of them, unless what reads it is dead: then it may be live in none."""
        top = live.union(() if type(statement) is For else statement.reads)
        steady: set[str] = set() if self.notes else uses(statement.body).keys() - statement.sets_within
        body, begin, found = self._turns(statement, top | steady, live)
        if steady and body is not statement.body:
            body, begin, found = self._turns(statement, top, live)
        for word in statement.sets if self.notes else ():
            self.beside[word] |= begin
        self.left[id(statement)] = begin.difference(statement.sets) | live
        kept = without_hollow(change_inner(statement, lambda _: body))
        left += kept
        return found.union(statement.reads) if kept else live

    def _turns(self, loop: For | While, top: set[str], after: Names) -> tuple[Block, set[str], set[str]]:
        """What is left of a loop's body, what is live where that begins, and before its head: at least ``top``."""
        while True:
            self.turns.append((top, after))
            body, begin = self.through(loop.body, top)
            self.turns.pop()
            if (more := begin.difference(loop.sets)) <= top:
                return body, begin, top
            top = top | more


def without_hollow(statement: Statement) -> Block:
    """The statement without an empty first arm; nothing where all that it holds is empty."""
    match statement:
        case For(_, _, ()):
            return ()
        case If(condition, (), ()):
            return () if is_pure(condition) else (replace(statement, body=(Jump("pass"),)),)
        case If(condition, (), otherwise):
            return (If(negated(condition), otherwise),)
    return (statement,)
