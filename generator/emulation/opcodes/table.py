"""The table of opcodes that compute: an opcode a line.

To add one: write its function ``form -> (lanes, ...) -> lanes`` beside similar ones, and add a line here and one in
`tests/emulation/opcodes`. A new modifier goes into ``MODIFIERS``. A signature has a letter for the type of the result,
then one for each operand: ``t`` is the first type of the instruction, ``s`` its last, ``w`` the first at twice the
width, ``u`` u32, ``i`` s32, ``p`` a predicate, ``b`` the bits of the first type.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from generator.emulation.opcodes import bits, conversions, floats, integers
from generator.emulation.opcodes.form import Evaluate, Form
from generator.emulation.opcodes.small_floats import small_conversion
from generator.emulation.opcodes.types import CONVERTED_ONLY, DTYPES, WIDE


@dataclass(frozen=True)
class Opcode:
    """One opcode: its signature, and the functions that make its formula for integers and for floats.

    ``work`` is the class by which it is counted; "": by its type.
    """

    signature: str
    integer: Callable[[Form], Evaluate] | None
    float: Callable[[Form], Evaluate] | None = None
    work: str = ""


def _both(signature: str, function: Callable[[Form], Evaluate], work: str = "") -> Opcode:
    return Opcode(signature, function, function, work)


OPCODES: dict[str, Opcode] = {
    "abs": Opcode("tt", integers.absolute, floats.absolute),
    "add": Opcode("ttt", integers.add, floats.add),
    "and": Opcode("ttt", bits.bitwise(np.bitwise_and, np.logical_and)),
    "bfe": Opcode("ttuu", bits.bfe),
    "bfi": Opcode("tttuu", bits.bfi),
    "bfind": Opcode("ut", bits.bfind),
    "bmsk": Opcode("uuu", bits.bmsk),
    "brev": Opcode("tt", bits.brev),
    "clz": Opcode("ut", bits.clz),
    "cnot": Opcode("tt", bits.cnot),
    "copysign": Opcode("ttt", None, floats.copysign),
    "cos": Opcode("tt", None, floats.cos),
    "cvt": _both("ts", conversions.cvt, "move"),
    "div": Opcode("ttt", integers.div, floats.div),
    "dp2a": Opcode("uuuu", integers.dp2a),
    "dp4a": Opcode("uuuu", integers.dp4a),
    "ex2": Opcode("tt", None, floats.ex2),
    "fma": Opcode("tttt", None, floats.fma),
    "fns": Opcode("uuui", bits.fns),
    "lg2": Opcode("tt", None, floats.lg2),
    "lop3": Opcode("bbbbu", bits.lop3),
    "mad": Opcode("tttt", integers.mad, floats.fma),
    "mad24": Opcode("tttt", integers.mad),
    "max": Opcode("ttt", integers.larger, floats.larger),
    "min": Opcode("ttt", integers.smaller, floats.smaller),
    "mul": Opcode("ttt", integers.mul, floats.mul),
    "mul24": Opcode("ttt", integers.mul24),
    "neg": Opcode("tt", integers.negative, floats.negative),
    "not": Opcode("tt", bits.bitwise(np.invert, np.logical_not)),
    "or": Opcode("ttt", bits.bitwise(np.bitwise_or, np.logical_or)),
    "popc": Opcode("ut", bits.popc),
    "prmt": Opcode("uuuu", bits.prmt),
    "rcp": Opcode("tt", None, floats.rcp),
    "rem": Opcode("ttt", integers.rem),
    "rsqrt": Opcode("tt", None, floats.rsqrt),
    "sad": Opcode("tttt", integers.sad),
    "selp": _both("tttp", conversions.selp, "move"),
    "set": _both("tss", conversions.setting),
    "shf": Opcode("uuuu", bits.shf),
    "shl": Opcode("ttu", bits.shl),
    "shr": Opcode("ttu", bits.shr),
    "sin": Opcode("tt", None, floats.sin),
    "slct": _both("ttts", conversions.slct),
    "sqrt": Opcode("tt", None, floats.sqrt),
    "sub": Opcode("ttt", integers.sub, floats.sub),
    "szext": Opcode("ttu", bits.szext),
    "tanh": Opcode("tt", None, floats.tanh),
    "testp": Opcode("pt", None, floats.testp),
    "vabsdiff": Opcode("uuu", integers.by_parts(1, integers.distance)),
    "vabsdiff2": Opcode("uuuu", integers.by_parts(2, integers.distance)),
    "vabsdiff4": Opcode("uuuu", integers.by_parts(4, integers.distance)),
    "vadd": Opcode("uuu", integers.by_parts(1, np.add)),
    "vadd2": Opcode("uuuu", integers.by_parts(2, np.add)),
    "vadd4": Opcode("uuuu", integers.by_parts(4, np.add)),
    "vavrg2": Opcode("uuuu", integers.by_parts(2, integers.average)),
    "vavrg4": Opcode("uuuu", integers.by_parts(4, integers.average)),
    "vmax": Opcode("uuu", integers.by_parts(1, np.maximum)),
    "vmax2": Opcode("uuuu", integers.by_parts(2, np.maximum)),
    "vmax4": Opcode("uuuu", integers.by_parts(4, np.maximum)),
    "vmin": Opcode("uuu", integers.by_parts(1, np.minimum)),
    "vmin2": Opcode("uuuu", integers.by_parts(2, np.minimum)),
    "vmin4": Opcode("uuuu", integers.by_parts(4, np.minimum)),
    "vsub": Opcode("uuu", integers.by_parts(1, np.subtract)),
    "vsub2": Opcode("uuuu", integers.by_parts(2, np.subtract)),
    "vsub4": Opcode("uuuu", integers.by_parts(4, np.subtract)),
    "xor": Opcode("ttt", bits.bitwise(np.bitwise_xor, np.logical_xor)),
}
"""Opcodes that read registers and write one; the machine implements memory, control, warps and `setp`."""


@lru_cache(maxsize=4096)
def formula(form: Form, operands: int) -> tuple[tuple[str, ...], Evaluate] | None:
    """The types of the result and the operands, and the function over lanes; None where the table lacks the form."""
    opcode = OPCODES.get(form.name)
    if opcode is None:
        return None
    if form.name == "cvt" and (found := small_conversion(form, operands)):
        return found
    make = opcode.float if form.is_float else opcode.integer
    if make is None or not all(
        (each in DTYPES and each not in CONVERTED_ONLY) or each in MODIFIERS for each in form.modifiers
    ):
        return None
    if "t" in opcode.signature and len(form.types) > 1 + ("s" in opcode.signature):
        return None  # a sum of two types, such as `add.f32.f16`
    if form.name == "cvt" and (operands != 1 or any(each.endswith("x2") for each in form.types)):
        return None
    signature = opcode.signature
    if form.has("wide"):
        signature = {"mul": "wtt", "mad": "wttw"}[form.name]
    if form.has("add") and signature == "uuu":
        signature = "uuuu"  # `vadd` and its like
    if operands == len(signature):
        signature += _ONE_MORE.get(form.name, "")
    evaluate = make(form)
    if form.type in ("u16x2", "s16x2"):
        evaluate = integers.in_pairs(form.type, evaluate)
    return tuple(_named(letter, form) for letter in signature), evaluate


_ONE_MORE = {"min": "t", "max": "t", "set": "p"}
"""Opcodes that may have one more operand than their signature -> its letter."""

MODIFIERS = frozenset(
    "rn rz rm rp rni rzi rmi rpi ftz sat relu approx full lo hi wide clamp wrap l r shiftamt NaN xorsign abs noftz "
    "eq ne lt le gt ge lo ls hi hs equ neu ltu leu gtu geu num nan and or xor finite infinite number notanumber normal "
    "subnormal add f4e b4e rc8 ecl ecr rc16".split()
)
"""Modifiers that formulas handle: an instruction with another one is unsupported."""


def _named(letter: str, form: Form) -> str:
    kinds = {
        "t": form.type,
        "s": form.types[-1] if form.types else form.type,
        "u": "u32",
        "i": "s32",
        "p": "pred",
    }
    if letter == "w":
        return WIDE[form.type]
    if letter == "b":
        return f"b{8 * DTYPES[form.type].itemsize}"
    return kinds[letter]
