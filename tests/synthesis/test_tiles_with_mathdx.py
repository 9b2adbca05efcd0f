"""Warp takes every tile computation where a GPU's own library does the work, which asks more of sizes of tiles."""

from __future__ import annotations

import pytest

from generator.launch import Launch
from generator.lowering.native_output import start_warp
from generator.lowering.private_warp import codegen as warp_codegen
from generator.lowering.private_warp import context as warp_context
from generator.lowering.warp_backend import program
from generator.lowering.warp_backend.builds import OneKernel, build_options
from generator.syntax.printing import module_text
from generator.synthesis.catalogue.everything import load_all
from generator.synthesis.catalogue.pools import all_variants
from generator.synthesis.chance.policy import DEFAULT_POLICY
from generator.synthesis.composition.drawing import chosen, draw_kernel

DIRECT = ("tile_spectrum", "tile_filtered_frame")
"""What takes seconds: a product or a solver takes half a minute of linking."""

ON_GPU = {"enable_mathdx_gemm": True, "enable_mathdx_solver": True, "enable_mathdx_fft": True, "output_arch": 90}


def asked_of_the_library() -> list[str]:
    """Computations of tiles whose text calls the library."""
    return [name for name, each in load_all().items() if each.family in ("tile_problems", "tile_spectra")]


def built(source: str, launch: Launch) -> str:
    """The CUDA file that Warp makes for a GPU of this architecture."""
    with program(source) as opened:
        kernel = opened.kernel
        options = build_options(kernel, "cuda", True, launch.block_dim) | ON_GPU
        with warp_codegen._codegen_lock:
            builder = warp_context.ModuleBuilder(kernel.module, options, OneKernel(kernel, options), target="cuda")
            return str(builder.codegen("cuda"))


def drawn(name: str) -> tuple[str, Launch]:
    """A kernel of the computation, and its launch."""
    computation = load_all()[name]
    kernel = draw_kernel(f"mathdx/{name}", (chosen(computation, all_variants(computation)[0]),), DEFAULT_POLICY)
    return module_text(kernel.module), kernel.launch


@pytest.mark.parametrize(
    "computation",
    [pytest.param(name, marks=[] if name in DIRECT else [pytest.mark.slow]) for name in asked_of_the_library()],
)
def test_the_library_takes_its_tiles(computation: str) -> None:
    start_warp()
    assert "__global__" in built(*drawn(computation))


def test_the_library_refuses_a_transform_of_one_sample_a_thread() -> None:
    start_warp()
    source, launch = drawn("tile_spectrum")
    with pytest.raises(ValueError, match="at least 2 elements per thread"):
        built(source.replace("512", "256"), launch)
