"""No text of a row makes a compiler read files of the machine."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from generator.isolation.native_text import safe_program, safe_to_compile

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


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('#include "/etc/passwd"\n', "line 1: an include of something else than the headers of Warp and CUDA"),
        ("#include HEADER\n", "line 1: an include of something else than the headers of Warp and CUDA"),
        ("int a; // b \\\n\\\n c\n#include <stdio.h>\n", "line 4: an include of something else"),
        ("/* a\n*/ #inc\\\nlude <stdio.h>\n", "line 2: an include of something else"),
        ("// ??/\n#include <stdio.h>\n", "a trigraph in native code"),
        ("\n#embed </etc/passwd>\n", "line 2: #embed in native code"),
        ("#pragma push_macro\n", "line 1: #pragma in native code"),
        ("#pragma\n", "line 1: #pragma in native code"),
        ("%:include <stdio.h>\n", "line 1: %: in the place of #"),
        ("#if __has_include(</etc/passwd>)\n#endif\n", "line 1: a question of what files there are"),
        ('\n_Pragma("once")\n', "line 2: a pragma"),
        ("import </etc/passwd>;\n", "line 1: an import of a module"),
        ('auto a = R"(x)";\n', "a string with a prefix in native code"),
        ("/* never closed\n", "line 1: an open quote or comment"),
    ],
)
def test_a_program_that_reads_is_refused_in_its_line(text: str, reason: str) -> None:
    assert safe_program(text + KERNEL, ["builtin.h"]).startswith(reason)


@pytest.mark.parametrize(
    "text",
    [
        '#include "builtin.h"\n#include <builtin.h>\r\n',
        "#define TWICE(x) \\\n  (2 * (x))\n#undef TWICE\n#\n#if 1 < 2\n#elif 3\n#else\n#error it is not\n#endif\n",
        "#pragma unroll 4\n#pragma once\n",
        "__host__ __device__ void f() { }\n__device__ __host__ void g() { }\n",
        'const char* s = "main() <<< #include";  // cudaMalloc()\n',
        '__device__ void f() { asm("mov.u32 %r0, 1;"); }\n',
    ],
)
def test_a_program_may_have_macros_and_warps_headers(text: str) -> None:
    assert safe_program(text + KERNEL, ["builtin.h"]) == ""


@pytest.mark.parametrize("look", [safe_to_compile, lambda text: safe_program(text, ())], ids=["row", "program"])
@pytest.mark.parametrize(
    "text",
    ["\n" * 10_000, "// a\n" * 10_000, '"' + '\\"' * 10_000 + "\n", "#if" + " " * 50_000 + "A\n"],
    ids=["blank lines", "comments", "quotes", "spaces"],
)
def test_a_long_text_takes_no_longer_than_its_length_asks_for(look: Callable[[str], str], text: str) -> None:
    begin = time.process_time()
    look(text + KERNEL)
    assert time.process_time() - begin < 0.5
