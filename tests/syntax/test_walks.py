"""Questions to a tree, on kernels where the answer can be seen."""

from __future__ import annotations

import pickle

from generator.syntax.annotations import type_of
from generator.syntax.modules import Constant, Function
from generator.syntax.printing import module_text
from generator.syntax.reading import read
from generator.syntax.types import FLOAT, INT, Array, Matrix, Record, Scalar, Vector
from generator.syntax.values import Value, dotted, literal, name
from generator.syntax.walks.constant_stores import constant_arrays
from generator.syntax.walks.effects import is_pure, written_arrays
from generator.syntax.walks.names import definitions, uses
from generator.syntax.walks.rewriting import change_block, rename

KERNEL = """
@wp.kernel
def spread(x: wp.array(dtype=wp.vec3), row: wp.array2d(dtype=int), total: wp.array(dtype=float), n: int):
    i = wp.tid()
    for k in range(n):
        j = row[i, k]
        if j < 0:
            continue
        x[j].y += 0.5
        x[row[j, 0]] = x[i]
        wp.atomic_add(total, 0, wp.length(x[j]))
"""


def kernel() -> Function:
    return read(KERNEL).kernels[0]


def test_types_of_arguments() -> None:
    assert [parameter.type for parameter in kernel().parameters] == [
        Array(Vector(3, FLOAT), 1),
        Array(INT, 2),
        Array(FLOAT, 1),
        INT,
    ]


def test_annotations_that_are_spelled_otherwise() -> None:
    def kind(text: str) -> object:
        return type_of(read(f"def f(a: {text}): pass").functions[0].parameters[0].annotation, {"Body"})

    assert kind("wp.array(dtype=wp.mat33d, ndim=3)") == Array(Matrix(3, 3, Scalar("float64")), 3)
    assert kind("wp.array[wp.uint8]") == Array(Scalar("uint8"), 1)
    assert kind("wp.array2d(dtype=Body)") == Array(Record("Body"), 2)
    assert kind("wp.array(dtype=Any)") == Array(None, 1)
    assert kind("wp.array3d") == Array(None, 3) and kind("'wp.vec3'") == Vector(3, FLOAT)
    assert kind("Unknown") is None


def test_names() -> None:
    body = kernel().body
    assert definitions(body) == {"i": 1, "k": 1, "j": 1}
    assert uses(body)["j"] == 4
    given = [word for word in uses(body) if word not in definitions(body)]
    assert given == ["wp", "range", "n", "row", "x", "total"]


def test_arrays_that_are_written() -> None:
    assert written_arrays(kernel()) == {"x", "total"}


def test_what_is_pure() -> None:
    values = {}
    for text in ("wp.sin(b)", "wp.randf(s)", "f(b)", "float(b[0])"):
        (part,) = read(f"a = {text}").parts
        assert isinstance(part, Constant)
        values[text] = part.value
    assert {text for text, value in values.items() if is_pure(value)} == {"wp.sin(b)", "float(b[0])"}


def test_renaming_leaves_attributes_alone() -> None:
    function = kernel()
    renamed = rename(function.body, {"j": "other", "y": "wrong"})
    assert "other" in definitions(renamed) and "j" not in uses(renamed)
    assert change_block(renamed, lambda value: value) == renamed


def test_a_value_is_replaced_everywhere() -> None:
    def double(value: Value) -> Value:
        return dotted("wp.float64(0.5)") if value.operation == "literal" and value.operands[0] == 0.5 else value

    module = read(KERNEL)
    assert "0.5" in module_text(module)
    changed = change_block(module.kernels[0].body, double)
    assert changed != module.kernels[0].body


def test_constants_of_the_module_are_constants_where_they_are_stored() -> None:
    """s2, conditional, e3/45: 1 was stored where whole numbers start from 1, by the name that it has."""
    module = read(
        "ON = 1\nclass Kind(IntEnum):\n    FREE = 0\n\n\n@wp.struct\nclass Body:\n    mass: float\n\n\n@wp.kernel\n"
        "def k(a: wp.array(dtype=int), b: wp.array(dtype=int), c: wp.array(dtype=int), d: wp.array(dtype=int)):\n"
        "    i = wp.tid()\n    a[i] = ON\n    b[i] = int(Kind.FREE)\n    c[i] = wp.static(ON)\n    d[i] = i\n"
    )
    (kernel,) = module.kernels
    assert module.constant_names == {"ON", "Kind"}
    assert constant_arrays(kernel.body) == {"c"}  # what is static is a constant of some module
    assert constant_arrays(kernel.body, module.constant_names) == {"a", "b", "c"}


def test_marks_that_threads_raise_are_known() -> None:
    arrays = ", ".join(f"{word}: wp.array(dtype=int)" for word in "abcd")
    steps = ["atomic_max(a, i, 1)", "atomic_max(b, 0, i)", "atomic_or(c, i, 1)", "atomic_add(d, 0, 1)"]
    body = "".join(f"    wp.{step}\n" for step in steps)
    (kernel,) = read(f"@wp.kernel\ndef k({arrays}):\n    i = wp.tid()\n    c[i] = i\n{body}").kernels
    assert constant_arrays(kernel.body) == {"a"}


def test_a_value_that_travels_leaves_its_memory_behind() -> None:
    """Hashes of text are those of one process."""
    value = Value("+", (name("a"), literal(1)))
    assert hash(value) == hash(Value("+", (name("a"), literal(1))))
    assert value.kinds == {"+", "name", "literal"}
    again = pickle.loads(pickle.dumps(value))
    assert again == value
    assert vars(again).keys() == {"operation", "operands", "type"}


def test_values_without_an_operation_are_not_gone_through() -> None:
    body = kernel().body
    seen: list[str] = []

    def note(value: Value) -> Value:
        seen.append(value.operation)
        return value

    assert change_block(body, note, frozenset(("ternary",))) is body
    assert not seen
    assert change_block(body, note, frozenset(("subscript",))) is body
    assert "subscript" in seen
