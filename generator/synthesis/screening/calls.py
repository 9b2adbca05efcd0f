"""Calls over lanes: constructors, built-ins, atomics; a module's own functions are left to ``own``."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import numpy as np

from generator.syntax.modules import Function
from generator.syntax.types import NAMED
from generator.syntax.values import Value, last_word
from generator.synthesis.screening.builtins.table import BUILTINS, CHANGING
from generator.synthesis.screening.expressions import Expressions
from generator.synthesis.screening.lanes.outcome import CAST, NotScreened
from generator.synthesis.screening.lanes.values import Numbers, chosen, joined, numbers, spread
from generator.synthesis.screening.memory import stored
from generator.synthesis.screening.program import layout


class Calls(Expressions):
    """Expressions, with calls."""

    @abstractmethod
    def own(self, function: Function, arguments: Sequence[Any]) -> Any:
        """The result of a function of the module."""

    def set(self, target: Value, value: Any) -> None:
        """A target gets a value in the lanes of the mask."""
        if target.operation == "tuple":
            for part, one in zip(target.operands, value, strict=True):
                self.set(part, one)
        elif target.operation == "name":
            word, names = target.operands[0], self.names
            whole = self.mask is self.everyone or word not in names
            names[word] = value if whole else chosen(self.mask, value, names[word])
        else:
            base, *indices = target.operands
            root = base.operands[0]
            self.names[root] = stored(self.names[root], [*map(self.value, indices)], value, self.mask)

    def call(self, value: Value, wanted: bool = True) -> Any:
        called, *given = value.operands
        short = called.operands[-1] if called.operation in ("attribute", "name") else ""
        if called.operation == "name" and short in self.program.functions:
            return self.own(self.program.functions[short], [*map(self.value, given)])
        if short in BUILTINS:
            found = BUILTINS[short](*map(self.value, given))
            if short in CHANGING:
                found, changed = found
                self.set(given[0], changed)
            return found
        if short in self.SPECIAL:
            return self.SPECIAL[short](self, given)
        if short.startswith("atomic_"):
            rows, *places = map(self.value, given)
            first = len(rows.extents)
            return rows.atomic(short.removeprefix("atomic_"), places[:first], places[first:], self.mask, wanted)
        if short in NAMED:
            return self.made(short, given)
        raise NotScreened(f"wp.{short}" if short else "a call of what a call gives")

    def made(self, word: str, given: Sequence[Value]) -> Any:
        """A value of Warp's own types from what it is made of."""
        scalar, element, wrap = layout(word)
        shape = element.shape
        parts = [*map(numbers, map(self.value, given))]
        if not parts:
            return wrap(np.zeros((1, *shape), scalar))
        if not shape:
            return self.converted(parts[0], scalar)
        if len(parts) == 1 and parts[0].ndim == 1:
            whole = spread(self.converted(parts[0], scalar), 1 + len(shape))
            return wrap(np.broadcast_to(whole, (len(whole), *shape)))
        flat = joined(*[self.converted(part, scalar) for part in parts])
        return wrap(flat.reshape(len(flat), *shape))

    def converted(self, given: Numbers, scalar: np.dtype[Any]) -> Numbers:
        """Numbers in another type; Struck where a whole number of that type cannot hold them: undefined in C."""
        if given.dtype.kind == "f" and scalar.kind in "iu":
            limits, whole = np.iinfo(scalar), np.trunc(given.astype(np.float64))
            held = (whole >= float(limits.min)) & (whole < float(limits.max + 1))
            wrong = ~held.reshape(len(held), -1).all(axis=1)
            self.lanes.report(wrong & self.mask, CAST, scalar.name)
        return given.astype(scalar, copy=False)

    def identity(self, given: Sequence[Value]) -> Numbers:
        """``wp.identity(n=3, dtype=float)``."""
        side, kind = [part.operands[1] for part in given]
        return np.eye(int(self.value(side)[0]), dtype=layout(last_word(kind)).scalar)[None]

    SPECIAL: ClassVar[dict[str, Callable[[Any, Sequence[Value]], Any]]] = {
        **dict.fromkeys(("constant", "static"), lambda self, given: self.value(given[0])),
        "printf": lambda self, given: None,
        "tid": lambda self, given: self.coordinates[0],
        "where": lambda self, given: chosen(self.truth(given[0]), *map(self.value, given[1:])),
        "identity": identity,
    }
    """Built-ins that need more than the values of their arguments."""
