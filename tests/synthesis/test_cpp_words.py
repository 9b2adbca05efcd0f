"""Words that an argument or a field of a struct may have for a name compile in C++, and hide nothing of Python's."""

from __future__ import annotations

from dataclasses import replace

import pytest

from generator.syntax.cpp_words import CPP_WORDS
from generator.syntax.types import FLOAT, Array
from generator.synthesis.catalogue.everything import load_all
from generator.synthesis.chance.habits import LIBRARY
from generator.synthesis.chance.randomness import Random
from generator.synthesis.schemas.domains import zero
from generator.synthesis.storage.signature import Signature, Slot
from generator.synthesis.style.spelling import Style, argument_names
from generator.verification.tiers.compile_tier import check_compile, check_compile_cpu


@pytest.fixture(scope="module")
def words() -> set[str]:
    found: set[str] = set()
    for schema in {id(each.schema): each.schema for each in load_all().values()}.values():
        for entity in schema.entities:
            for each in (*entity.attributes, *entity.relations):
                found |= {each.name, *each.names}
        for number in schema.numbers:
            found |= {number.name, *number.names}
    return found


def test_every_word_but_those_of_cpp_names_a_member(words: set[str]) -> None:
    assert words & CPP_WORDS, "a schema says `case`: what the table is for"
    members = "\n".join(f"    wp::array_t<wp::int32> {word};" for word in sorted(words - CPP_WORDS))
    struct = f"struct wp_args_words {{\n{members}\n}};\n"
    (on_cpu,) = check_compile_cpu([struct + 'extern "C" void words(wp_args_words *args) {}\n'])
    assert not on_cpu.error
    (on_device,) = check_compile(
        [struct + 'extern "C" __global__ void words_cuda_kernel_forward(\n    wp_args_words *args)\n{}\n']
    )
    assert not on_device.error


def test_no_argument_hides_a_builtin_of_python() -> None:
    style = Style(Random("words"), replace(LIBRARY, naming=(("short", 1.0),)))
    slot = Slot("@rotor.sense", Array(FLOAT, 1), zero(), ("rotor_dir", "senses", "dir"))
    assert argument_names(style, Signature({slot.symbol: slot}), ())[slot.symbol].startswith("rotor_dir")
