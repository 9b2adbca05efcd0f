"""``ModuleBuilder`` that builds with ``FastAdjoint``, once for CPU and CUDA where the target does not matter."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from generator.lowering.fast_codegen.adjoint import FastAdjoint
from generator.lowering.fast_codegen.calls import CallPlan
from generator.lowering.fast_codegen.code_length import CodeLength, longest_here
from generator.lowering.fast_codegen.loading import returns_value
from generator.lowering.fast_codegen.printing import Body, fill_function, printable, view_of
from generator.lowering.private_warp import codegen as warp_codegen
from generator.lowering.private_warp import context as warp_context

_ENTRY = '\n\nextern "C"'
"""Start of a CUDA kernel; the adjoint kernel follows the forward one."""

_TARGET_OPTIONS = frozenset(("block_dim", "output_arch"))


class _Options(dict[str, Any]):
    """Module options that record whether a build reads one that differs between CPU and CUDA."""

    depth = 0
    target_read = False

    def __getitem__(self, name: str) -> Any:
        if self.depth and name in _TARGET_OPTIONS:
            self.target_read = True
        return super().__getitem__(name)

    def get(self, name: str, default: Any = None) -> Any:
        return self[name] if name in _TARGET_OPTIONS else dict.get(self, name, default)


class FastModuleBuilder(warp_context.ModuleBuilder):
    """Builds and prints like ``ModuleBuilder``; ``fits_both_targets`` says whether CPU and CUDA can share the build."""

    def __init__(self, module: Any, options: dict[str, Any], hasher: Any, target: str):
        self.short_plans: dict[Any, CallPlan | None] = {}
        self._switched: list[Any] = []
        self._bodies: dict[Any, Body | None] = {}
        self._target_read = False
        self._options = _Options(options)
        longest = longest_here()
        self._code_length = None if longest is None else CodeLength(longest, bool(options["enable_backward"]))
        try:
            super().__init__(module, self._options, hasher, target=target)
        finally:
            for adj in self._switched:
                adj.__class__ = warp_codegen.Adjoint
                del adj.short_plans, adj.watched_options, adj.code_length

    @property
    def target(self) -> str:
        """The target it was built for; reading it makes the build serve that target only."""
        self._target_read = True
        return self._target

    @target.setter
    def target(self, value: str) -> None:
        self._target = value

    @property
    def fits_both_targets(self) -> bool:
        """Whether the build read neither the target, nor its block size, nor its architecture."""
        return not (self._target_read or self._options.target_read or self.ltoirs or self.fatbins)

    def build_kernel(self, kernel: Any) -> None:
        self._switch(kernel.adj)
        super().build_kernel(kernel)

    @staticmethod
    def _kernel_has_value_return(kernel: Any) -> bool:
        return returns_value(kernel.adj)

    def _collect_native_types(self, var_type: Any) -> None:
        """Nothing to collect: ``usable`` refuses native types."""

    def build_function(self, func: Any) -> None:
        if func not in self.functions:
            self._switch(func.adj)
            super().build_function(func)

    def _switch(self, adj: Any) -> None:
        if adj.__class__ is warp_codegen.Adjoint:
            adj.__class__ = FastAdjoint
            adj.short_plans = self.short_plans
            adj.watched_options = self._options
            adj.code_length = self._code_length
            self._switched.append(adj)

    def body(self, adj: Any) -> Body | None:
        """Rendered lines of a built adjoint; None where Warp has to print them."""
        if adj not in self._bodies:
            self._bodies[adj] = Body(adj) if printable(adj) else None
        return self._bodies[adj]

    def _codegen_functions(
        self, functions: Iterable[Any], device: str, forward_only: bool = False, reverse_only: bool = False
    ) -> str:
        texts = []
        for func in functions:
            body = self.body(func.adj) if func.native_snippet is None else None
            if body is None:
                texts.append(super()._codegen_functions([func], device, forward_only, reverse_only))
                continue
            frame = warp_codegen.codegen_func(
                body.hollow,
                c_func_name=func.native_func,
                device=device,
                options=self._options,
                forward_only=forward_only,
                reverse_only=reverse_only,
                inline_hint=func.inline_hint,
            )
            texts.append(fill_function(frame, body))
        return "".join(texts)

    def print_kernel(self, kernel: Any, target: str, options: dict[str, Any], backward: bool) -> tuple[str, str]:
        """The forward and the adjoint kernel as ``codegen_kernel`` prints them, as two texts."""
        body = self.body(kernel.adj)
        view = view_of(kernel)
        if body is not None:
            view.adj = body.hollow
        whole = warp_codegen.codegen_kernel(view, target, options) if backward else ""
        if backward and target == "cuda":
            forward = whole[: whole.index(_ENTRY, whole.index(_ENTRY) + 1)]
        else:
            view.options = kernel.options | {"enable_backward": False}
            forward = warp_codegen.codegen_kernel(view, target, options)
        reverse = whole[len(forward) :]
        if body is None:
            return forward, reverse
        indent = " " * (8 if target == "cuda" else 4)
        forward = body.forward(forward, indent, in_grid_stride=bool(kernel.grid_stride) and target == "cuda")
        return forward, body.reverse(reverse, indent) if backward else ""
