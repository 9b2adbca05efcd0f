"""What code writes outside its arrays is seen, near and far, and never reaches the interpreter."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.lowering.warp_backend import lower, program
from generator.verification.launching.guarded_memory import MARGIN, blank_of, guarded
from generator.verification.tiers.batch import verify_all
from generator.verification.tiers.tiers import Item
from tests.verification.sample_kernels import SAMPLES


@given(st.lists(st.integers(0, 9000), min_size=1, max_size=4), st.data())
def test_a_byte_outside_a_block_is_seen(sizes: list[int], data: st.DataObject) -> None:
    blocks = guarded([(size, np.uint8(0xFF)) for size in sizes])
    assert [block.memory.size for block in blocks] == sizes
    for block in blocks:
        assert not block.memory.any()
        block.memory[...] = 7
    assert not any(block.overrun() for block in blocks)
    block = data.draw(st.sampled_from(blocks))
    margin = data.draw(st.sampled_from((block.before, block.behind)))
    assert margin.size >= MARGIN
    margin[data.draw(st.integers(0, margin.size - 1))] = 0
    assert [other.overrun() for other in blocks] == [other is block for other in blocks]


@pytest.mark.filterwarnings("ignore:invalid value")
@pytest.mark.parametrize(
    "dtype",
    [
        *("f2", "f4", "f8", "i1", "i4", "u8"),
        np.dtype([("count", "i4"), ("weight", "f4", (3,))], align=True),
        np.dtype([("inner", np.dtype([("mass", "f8")], align=True)), ("count", "i4")], align=True),
    ],
)
def test_a_sum_outside_an_array_is_seen(dtype: np.dtype | str) -> None:
    dtype = np.dtype(dtype)
    (block,) = guarded([(3 * dtype.itemsize, blank_of(dtype))])
    number = dtype if dtype.names is None else np.dtype("f8" if "inner" in dtype.names else "f4")
    beyond = block.behind.view(np.uint8)[: number.itemsize].view(number)
    assert np.isnan(beyond).all() or number.kind != "f"
    beyond += np.ones(1, number)
    assert block.overrun()


@pytest.mark.parametrize(
    ("offset", "reason"),
    [
        (7, {"gradient": "writes beyond the end of x"}),
        (-7, {"gradient": "writes beyond the end of x"}),
        (1_000_000, {"execute": "crashed (SIGSEGV)"}),
        (-1_000_000, {"execute": "crashed (SIGSEGV)"}),
        (200_000_000, {"execute": "crashed (SIGSEGV)"}),
    ],
)
def test_adjoints_outside_the_array(offset: int, reason: dict[str, str]) -> None:
    source, launch = SAMPLES["polynomial"]
    with program(source) as opened:
        texts = lower(opened.kernel)
    line = "wp::adj_address(var_x, var_0, adj_x, adj_0, adj_1);"
    stray = texts.cuda_backward.replace(line, f"{line} adj_x.data[var_0 + {offset}] += 1.0f;")
    assert stray != texts.cuda_backward
    item = Item(source, launch, replace(texts, cuda_backward=stray))
    ((_, verdict),) = verify_all([item], ("codegen", "execute", "gradient"), processes=1)
    assert verdict.failed == reason
