"""Device code of tests: CUDA text as PTX, by the NVRTC that Warp brings."""

from functools import cache

from generator.lowering.warp_backend import compile_cuda


@cache
def ptx_of(text: str) -> str:
    """PTX for sm_90 of CUDA text with ``extern "C" __global__`` kernels, with the lines of the text."""
    return compile_cuda(text, 90, line_info=True).decode().rstrip("\0")
