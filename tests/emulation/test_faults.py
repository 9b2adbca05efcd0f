"""Each planted fault is found, by its kind and at its line."""

import pytest

from tests.emulation.faults.catalogue import FAULTS
from tests.emulation.faults.fault import Fault


@pytest.mark.parametrize(("kind", "fault"), [pytest.param(kind, fault, id=name) for kind, name, fault in FAULTS])
def test_a_fault_is_found_by_its_kind_at_its_line(kind: str, fault: Fault) -> None:
    found = [finding for finding in fault.run().findings if finding.kind == kind]
    assert found
    if fault.at:
        lines = fault.text().splitlines()
        assert any(fault.at in lines[int(each.source.rpartition(":")[2]) - 1] for each in found)
        assert all(each.line > 0 and each.threads and each.count >= 1 for each in found)
