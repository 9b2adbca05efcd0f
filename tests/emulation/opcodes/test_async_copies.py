"""`cp.async`: what is copied, from when on it may be read, and what is found where nobody waits."""

from __future__ import annotations

import numpy as np
import pytest

from generator.emulation import Run, Unsupported, emulate
from tests.emulation.opcodes.running import shared_rows

DATA = np.arange(1, 257, dtype=np.uint8).reshape(16, 16)
SHOW = """ld.shared.v4.b32 {%w4, %w5, %w6, %w7}, [%r1];
st.global.v4.b32 [%rd1], {%w4, %w5, %w6, %w7};"""
WHOLE = "cp.async.cg.shared.global [%r1], [%rd0], 16;"


def run(body: str) -> Run:
    """16 threads with 16 bytes each; ``%p1`` holds in the first five."""
    return emulate(shared_rows(f"setp.lt.u32 %p1, %r0, 5;\n{body}"), "k", [DATA, np.zeros((16, 16), np.uint8)], 1, 16)


@pytest.mark.parametrize("wait", ["cp.async.wait_all;", "cp.async.commit_group; cp.async.wait_group 0;"])
@pytest.mark.parametrize("copy", [WHOLE, "cp.async.ca.shared::cta.global.L2::128B [%r1], [%rd0], 16;",
                                  "cp.async.cg.shared.global.L2::cache_hint [%r1], [%rd0], 16, %rd3;",
                                  "cp.async.cg.shared.global [%r1], [%rd0], 16, 16;"])  # fmt: skip
def test_a_copy_that_was_waited_for_is_there(copy: str, wait: str) -> None:
    found = run(f"{copy} {wait} {SHOW}")
    assert found.findings == ()
    np.testing.assert_array_equal(found.outputs[1], DATA)


def test_bytes_that_are_not_read_are_zeros() -> None:
    found = run(f"cp.async.ca.shared.global [%r1], [%rd0], 16, %r0; cp.async.wait_all; {SHOW}")
    assert found.findings == ()
    expected = [[DATA[thread, place] if place < thread else 0 for place in range(16)] for thread in range(16)]
    np.testing.assert_array_equal(found.outputs[1], expected)
    assert found.counts.bytes_read["global"] == sum(range(16))


def test_a_source_that_is_ignored_is_zeros() -> None:
    found = run(f"cp.async.ca.shared.global [%r1], [%rd0], 16, %p1; cp.async.wait_all; {SHOW}")
    np.testing.assert_array_equal(found.outputs[1], DATA * (np.arange(16) >= 5)[:, None])


def test_a_thread_waits_for_its_own_groups() -> None:
    parts = [
        f"cp.async.ca.shared.global [%r1+{4 * part}], [%rd0+{4 * part}], 4; cp.async.commit_group;" for part in range(4)
    ]
    reads = [
        f"ld.shared.b32 %w{part}, [%r1+{4 * part}]; st.global.b32 [%rd1+{4 * part}], %w{part};" for part in range(4)
    ]
    done = run("\n".join([*parts, "cp.async.wait_group 2;", *reads[:2]]))
    assert done.findings == ()
    np.testing.assert_array_equal(done.outputs[1][:, :8], DATA[:, :8])
    early = run("\n".join([*parts, "cp.async.wait_group 2;", *reads[:3]]))
    assert [finding.kind for finding in early.findings] == ["race"] and early.findings[0].count == 16


UNORDERED = {
    "no wait": f"{WHOLE} {SHOW}",
    "no wait for the group": f"{WHOLE} cp.async.commit_group; {SHOW}",
    "no group": f"{WHOLE} cp.async.wait_group 0; {SHOW}",
    "a barrier alone": f"{WHOLE} bar.sync 0; {SHOW}",
    "a store": f"{WHOLE} st.shared.b32 [%r1], %r0; cp.async.wait_all;",
    "some threads wait": f"{WHOLE} @%p1 cp.async.wait_all; {SHOW}",
    "an atomic": f"{WHOLE} atom.shared.add.u32 %w0, [%r1], 1; cp.async.wait_all;",
}


@pytest.mark.parametrize("body", UNORDERED.values(), ids=UNORDERED)
def test_what_is_not_waited_for_is_found(body: str) -> None:
    kinds = {finding.kind for finding in run(body).findings}
    assert kinds == {"race"}


def test_a_copy_over_what_others_read_is_found() -> None:
    other = "xor.b32 %r3, %r1, 16; ld.shared.b32 %w0, [%r3]; st.global.b32 [%rd1], %w0;"
    begin = f"st.shared.b32 [%r1], %r0; bar.sync 0; {other}"
    assert {each.kind for each in run(f"{begin} {WHOLE} bar.sync 0; cp.async.wait_all;").findings} == {"race"}
    assert run(f"{begin} bar.sync 0; {WHOLE} cp.async.wait_all;").findings == ()


@pytest.mark.parametrize("statement", ["cp.async.cg.shared.global [%r1], [%rd0], 8;",
                                       "cp.async.mbarrier.arrive.b64 [%r1];", "cp.async.bulk.commit_group;",
                                       "cp.async.wait_group %r0;"])  # fmt: skip
def test_other_forms_are_unsupported(statement: str) -> None:
    with pytest.raises(Unsupported, match=r"cp\.async"):
        run(statement)
