"""No text of a row makes a compiler read files of the machine."""

from __future__ import annotations

import pytest

from generator.isolation.native_text import safe_to_compile

KERNEL = 'extern "C" __global__ void k(float* a) { a[threadIdx.x] = 1.0f; }\n'
READING = [
    "#include </etc/passwd>\n",
    '#include "/etc/passwd"\n',
    "  # include </etc/passwd>\n",
    "/* a */ #include </etc/passwd>\n",
    "/* a\n*/#include </etc/passwd>\n",
    "#inc\\\nlude </etc/passwd>\n",
    "// a \\\n comment\n#include </etc/passwd>\n",
    "%:include </etc/passwd>\n",
    "??=include </etc/passwd>\n",
    "// ??/\n#include </etc/passwd>\n",
    '#if __has_include("/etc/passwd")\n#endif\n',
    "#if defined(A) && __has_include(</etc/passwd>)\n#endif\n",
    "#if defined(A)\n#include </etc/passwd>\n#endif\n",
    "#ifdef A /*\n*/ \n#define B\n#endif\n",
    "#if defined(A)\n'\n#endif\n",
    '#embed "/etc/passwd"\n',
    "int a = 1'0, b = '/*';\n#include </etc/passwd>\n//*/\n",
    'auto a = R"(\n")"; /*)";\n#include </etc/passwd>\n//*/\n',
    'auto a = R"x(\\")x"; /*\n#include </etc/passwd>\n*/\n',
    "// a\r#include </etc/passwd>\n",
    "// a\r/*\n#include </etc/passwd>\n//*/\n",
    'asm(".incbin \\"/etc/passwd\\"");\n',
    '__asm__(".incbin \\"/etc/passwd\\"");\n',
    '_Pragma("once")\n',
    "import </etc/passwd>;\n",
    "\0",
    "/* never closed\n",
]


@pytest.mark.parametrize("text", READING)
def test_text_that_reads_is_refused(text: str) -> None:
    assert safe_to_compile(text + KERNEL).endswith("in native code")


@pytest.mark.parametrize(
    "text",
    ["", "// x = a # b\n", "/* #include */", 'printf("#include %s\\n", "a/*");', "char c = '\"';", "// it's %: fine\n"],
)
def test_comments_and_strings_may_say_anything(text: str) -> None:
    assert safe_to_compile(text + KERNEL) == ""


@pytest.mark.parametrize(
    "text",
    [
        "#if defined(WP_ENABLE_TILES_IN_STACK_MEMORY)\nint a;\n#endif\n",
        "#ifdef __CUDA_ARCH__\nint a;\n#else\nint b;\n#endif // of it\n",
        "# if defined A && !defined(B)\nint a;\n#elif defined(C) || defined(D)\n#endif\n",
    ],
)
def test_a_question_whether_a_macro_is_defined_reads_nothing(text: str) -> None:
    assert safe_to_compile(text + KERNEL) == ""
