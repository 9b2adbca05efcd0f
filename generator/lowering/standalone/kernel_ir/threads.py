"""Names of the thread indices that ``wp.tid()`` gives."""

from __future__ import annotations

from generator.lowering.standalone.kernel_ir.nodes import Bind, For, Operation, Routine, Unsupported, walk


class ThreadNames:
    """Names of a kernel's thread indices: the user's where ``wp.tid()`` is called once, else ``thread``."""

    def __init__(self, routine: Routine, dimensions: int):
        calls = [n for n in walk(routine.body) if isinstance(n, Operation) and n.name == "tid"]
        self.dimensions = dimensions
        self.bound: Bind | None = None
        self.calls = calls
        top = [n for n in routine.body if isinstance(n, Bind)]
        if len(calls) == 1:
            for bind in top:
                if bind.values == calls[0].outputs and self._once(routine, bind):
                    self.bound = bind
        self.names = list(self.bound.names) if self.bound else []
        self.variables: list[str] = []

    @staticmethod
    def _once(routine: Routine, bind: Bind) -> bool:
        every = [name for n in walk(routine.body) if isinstance(n, Bind) for name in n.names]
        counters = [n.name for n in walk(routine.body) if isinstance(n, For)]
        return all(every.count(name) == 1 and name not in counters for name in bind.names)

    def claims(self, node: Bind) -> bool:
        return node is self.bound

    def wanted(self) -> int:
        """The largest number of coordinates that the kernel asks ``wp.tid()`` for."""
        return max((len(c.outputs) for c in self.calls), default=0)

    def text(self, results: int, position: int) -> str:
        if results > 1 and results != self.dimensions:
            raise Unsupported(f"tid() with {results} results in a launch of {self.dimensions} dimensions")
        return self.variables[position]
