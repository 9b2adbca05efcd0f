"""Calls over lanes: constructors, built-ins, atomics; a module's own functions are left to ``own``."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import numpy as np

from generator.syntax.modules import Function
from generator.syntax.types import Matrix, Scalar, Type
from generator.syntax.values import Value, dotted_name
from generator.synthesis.screening.builtins.table import BUILTINS, CHANGED
from generator.synthesis.screening.expressions import Expressions
from generator.synthesis.screening.lanes.arithmetic import truth
from generator.synthesis.screening.lanes.outcome import NotScreened
from generator.synthesis.screening.lanes.values import Numbers, all_lanes, chosen, joined, numbers
from generator.synthesis.screening.memory import exchanged
from generator.synthesis.screening.program import layout, type_named, wrapped


class Calls(Expressions):
    """Expressions, with what calls give."""

    @abstractmethod
    def own(self, function: Function, arguments: Sequence[Any]) -> Any:
        """What a function of the module gives."""

    @abstractmethod
    def set(self, target: Value, value: Any) -> None:
        """A target gets a value in the lanes of the mask."""

    def call(self, value: Value, wanted: bool = True) -> Any:
        called, *given = value.operands
        word = dotted_name(called)
        if word in self.program.functions:
            return self.own(self.program.functions[word], [self.value(part) for part in given])
        short = word.rpartition(".")[2]
        if short in self.SPECIAL:
            return self.SPECIAL[short](self, given)
        if short.startswith("atomic_"):
            return self.atomic(short.removeprefix("atomic_"), given, wanted)
        kind = type_named(short)
        if kind is not None:
            return self.made(kind, given)
        if short not in BUILTINS:
            raise NotScreened(f"wp.{short}" if short else "a call of what a call gives")
        return self.builtin(short, given)

    def builtin(self, word: str, given: Sequence[Value]) -> Any:
        """A built-in of the table; those that change arguments set them."""
        found = BUILTINS[word](*(self.value(part) for part in given))
        places = CHANGED.get(word, ())
        if not places or max(places) >= len(given):
            return found
        result, *changed = found
        for place, new in zip(places, changed, strict=True):
            self.set(given[place], new)
        return result

    def atomic(self, word: str, given: Sequence[Value], wanted: bool) -> Any:
        rows, *places = (self.value(part) for part in given)
        if word == "cas":
            return exchanged(rows, places[:-2], places[-2], places[-1], self.mask)
        return rows.atomic(word, places[:-1], places[-1], self.mask, wanted)

    def made(self, kind: Type, given: Sequence[Value]) -> Any:
        """A value of Warp's own types from what it is made of."""
        scalar, shape = layout(kind)
        parts = [numbers(self.value(g.operands[1] if g.operation == "keyword" else g)) for g in given]
        if any(g.operation == "keyword" and g.operands[0] not in "pq" for g in given):
            raise NotScreened("a constructor with names")
        if not parts:
            return wrapped(kind, np.zeros((1, *shape), scalar))
        if isinstance(kind, Scalar):
            return parts[0].astype(scalar)
        if len(parts) == 1 and parts[0].ndim == 1:
            return wrapped(
                kind, np.broadcast_to(parts[0].astype(scalar).reshape(-1, *[1] * len(shape)), (len(parts[0]), *shape))
            )
        if isinstance(kind, Matrix) and parts[0].ndim == 2:
            return np.stack(np.broadcast_arrays(*parts), axis=2).astype(scalar)
        flat = joined(*[part.astype(scalar, copy=False) for part in parts])
        if flat.shape[1] != math.prod(shape):
            raise NotScreened("a constructor with too few components")
        return wrapped(kind, flat.reshape(len(flat), *shape))

    def place(self, given: Sequence[Value]) -> Numbers:
        """``wp.tid()`` where one name is assigned."""
        return self.coordinates[0]

    def static(self, given: Sequence[Value]) -> Any:
        return self.value(given[0])

    def where(self, given: Sequence[Value]) -> Any:
        condition, yes, no = (self.value(part) for part in given)
        return chosen(all_lanes(truth(condition), self.lanes.count), yes, no)

    def identity(self, given: Sequence[Value]) -> Numbers:
        named = {g.operands[0]: g.operands[1] for g in given if g.operation == "keyword"}
        plain = [g for g in given if g.operation != "keyword"]
        side = self.value(named.get("n", plain[0] if plain else given[0]))
        kind = named.get("dtype", plain[1] if len(plain) > 1 else None)
        scalar = np.dtype(np.float32) if kind is None else layout(type_named(dotted_name(kind)))[0]
        return np.eye(int(side[0]), dtype=scalar)[None]

    def nothing(self, given: Sequence[Value]) -> None:
        return None

    SPECIAL: ClassVar[dict[str, Callable[[Any, Sequence[Value]], Any]]] = {
        **dict.fromkeys(("constant", "static", "copy"), static),
        **dict.fromkeys(("print", "printf", "expect_eq", "expect_near"), nothing),
        "tid": place,
        "where": where,
        "identity": identity,
    }
    """Built-ins that ask for more than the values of their arguments."""
