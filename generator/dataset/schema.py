"""The columns of a row: one table, from which every config takes its schema."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pyarrow as pa

from generator.dataset.configs import COLLECTED, SYNTHESIS, DatasetConfig
from generator.syntax.walks.difficulty import PARTS

if TYPE_CHECKING:
    import datasets

SCHEMA_VERSION = "2.0.0"


@dataclass(frozen=True)
class Column:
    """A column's name, Arrow type and meaning."""

    name: str
    type: pa.DataType
    meaning: str


_ARGUMENT = pa.struct([("name", pa.string()), ("type", pa.string()), ("role", pa.string())])

IDENTITY = (
    Column(
        "id",
        pa.string(),
        "Stream, category, seed, split, shard, draw; of a given kernel origin, file, name. The same in every config",
    ),
    Column("python_source", pa.string(), "Complete Python module with the Warp kernel"),
)

_MIX = pa.list_(pa.struct([("opcode", pa.string()), ("count", pa.int64())]))
_USAGE = pa.struct(
    [
        ("registers", pa.int64()),
        ("shared_memory", pa.int64()),
        ("stack", pa.int64()),
        ("spill_stores", pa.int64()),
        ("spill_loads", pa.int64()),
        ("instruction_count", pa.int64()),
        ("instruction_mix", _MIX),
    ]
)

_MACHINE = tuple(
    Column(f"{kind}_{direction}_{arch}", column_type, meaning.format(what=what, arch=arch.replace("sm", "sm_")))
    for kind, column_type, meaning in (
        ("ptx", pa.string(), "PTX of {what} for {arch}: its entry point and all that this references"),
        ("sass", pa.string(), "Machine code of {what} for {arch}"),
        ("usage", _USAGE, "Registers a thread, bytes of memory and instructions of {what} for {arch}"),
    )
    for arch in ("sm80", "sm90")
    for direction, what in (("forward", "the kernel"), ("backward", "its adjoint"))
)

CODE = (
    Column("cuda_forward", pa.string(), "CUDA C++ of the kernel, with the structs and functions that it calls"),
    Column("cuda_backward", pa.string(), "CUDA C++ of its adjoint; empty where it says `enable_backward=False`"),
    Column("cpp_forward", pa.string(), "C++ of the kernel for the CPU"),
    Column("cpp_backward", pa.string(), "C++ of its adjoint for the CPU"),
    Column("cuda_standalone", pa.string(), "CUDA program without Warp: kernel, adjoint, and a `main` that checks both"),
    Column("makefile", pa.string(), "Its Makefile: `make run` with nvcc and a GPU, `make run-cpu` with g++ alone"),
    *_MACHINE,
)
"""Code columns; a config names those that it has."""

_TASK_NAME = Column(
    "task",
    pa.string(),
    "What is asked for: `forward` or `adjoint` in CUDA of the Python kernel; `warp_from_specification` or "
    "`cuda_from_specification`",
)

TASK = {
    "code": (),
    "sft": (
        _TASK_NAME,
        Column("prompt", pa.string(), "The instruction with the Python kernel, or with its specification"),
        Column(
            "completion",
            pa.string(),
            "The CUDA code asked for, without comments that quote Python not in the prompt, or the Python module",
        ),
    ),
    "chat": (
        _TASK_NAME,
        Column(
            "messages",
            pa.list_(pa.struct([("role", pa.string()), ("content", pa.string())])),
            "One turn of the user, one of the assistant",
        ),
    ),
}
"""View -> its own columns; those of a task stand in place of the source and code columns."""

DEVICE_COUNTS = (
    "float_instructions", "integer_instructions", "memory_instructions", "move_instructions", "control_instructions",
    "warp_instructions", "global_bytes_read", "global_bytes_written", "shared_bytes", "local_bytes",
    "sectors_per_request", "active_share", "contention",
)  # fmt: skip
"""Fields of `device_counts`, see `generator.emulation.counts`."""

_SHARES = ("sectors_per_request", "active_share")

FIGURES = (
    Column(
        "ptx_instructions",
        pa.list_(pa.struct([("column", pa.string()), ("arch", pa.string()), ("instructions", pa.int64())])),
        "Instructions of the PTX that the tier `compile` made of each code column: unoptimised for each architecture, "
        "or, where the tier `device` follows, the optimised of sm_90 that it runs",
    ),
    Column("execute_seed", pa.string(), "Seed of the inputs of the tier `execute`"),
    Column("execute_attempts", pa.int64(), "How often inputs were drawn until the reading did not jump near them"),
    Column("execute_error", pa.float64(), "Largest relative difference of an output from the independent reading"),
    Column(
        "inputs_without_effect",
        pa.list_(pa.string()),
        "Inputs, and fields of struct arguments, that change no output of that launch; in `real` null where finding "
        "out takes too long",
    ),
    Column("thread_order_matters", pa.bool_(), "Whether running the threads backwards changes more than rounding"),
    Column("gradient_seed", pa.string(), "Seed of the inputs of the tier `gradient`"),
    Column("gradient_attempts", pa.int64(), "How many points were drawn until enough were smooth"),
    Column(
        "gradient_error", pa.float64(), "Largest relative difference of the float64 adjoint from central differences"
    ),
    Column("adjoint_error", pa.float64(), "Largest relative difference of the row's adjoint from the float64 adjoint"),
    Column("device_error", pa.float64(), "Largest relative difference of the emulated device code from the reading"),
    Column(
        "device_counts",
        pa.struct([(name, pa.float64() if name in _SHARES else pa.int64()) for name in DEVICE_COUNTS]),
        "What the first launch of the tier `device` did: instructions of all threads by class, bytes, how full it was",
    ),
    Column("io", pa.string(), "JSON: inputs and expected results (split test, tier `execute` or above); else null"),
)
"""What the tiers measured; null where a tier was not asked for."""

ABOUT = (
    Column(
        "description", pa.string(), "What the kernel computes, in a few sentences; of some rows a request to write it"
    ),
    Column(
        "category",
        pa.string(),
        "Stratum that the kernel was drawn for; of a given one `user` or `wild`, in `real` its project",
    ),
    Column("kernel_name", pa.string(), "Name of the kernel's Python function"),
    Column("seed", pa.int64(), "Seed of the stream; -1 for a kernel that was given"),
    Column(
        "fingerprint",
        pa.string(),
        "Hash of the syntax tree without names and numbers; it has a say in the split, but in `real`",
    ),
    Column("builtins", pa.list_(pa.string()), "Warp built-ins that the source calls by name, sorted"),
    Column("dtypes", pa.list_(pa.string()), "Warp types that the source names, sorted"),
    Column("arguments", pa.list_(_ARGUMENT), "Kernel arguments in order; role is input, output or inout"),
    Column("launch", pa.string(), "JSON: how to fill the arguments and launch (`generator.launch.Launch`)"),
    Column("launch_dim", pa.list_(pa.int64()), "Grid size of that launch"),
    Column("line_count", pa.int64(), "Lines of `python_source`"),
    Column("character_count", pa.int64(), "Characters of `python_source`"),
    Column("tiers", pa.list_(pa.string()), "Checks that the row passed; a streamed row says `codegen`"),
    *FIGURES,
    Column("warp_version", pa.string(), "Version of Warp that made the code"),
)

_PARTS = pa.struct([(name, pa.int64()) for name in PARTS])

MADE = (
    Column(
        "specification",
        pa.string(),
        "Enough to write the kernel again: launch, arguments with unit, domain and layout, constants, laws, steps",
    ),
    Column("narration", pa.string(), "What a thread does, step by step, and why: who shares what, what a guard is for"),
    Column("field", pa.string(), "Field that the kernel is from"),
    Column("computations", pa.list_(pa.string()), "What it computes, by name"),
    Column(
        "recipe", pa.string(), "Hash of the computations with their variants; it picks the split, with the fingerprint"
    ),
    Column("novel", pa.bool_(), "Whether no other split has the computation"),
    Column("difficulty", pa.int64(), "From 1 to 10, made of the parts beside it"),
    Column("difficulty_parts", _PARTS, "Measures of the kernel that its difficulty is made of"),
    Column("features", pa.list_(pa.string()), "Constructs that the kernel has, sorted"),
    Column(
        "argument_domains",
        pa.list_(pa.struct([("name", pa.string()), ("domain", pa.string())])),
        "What values each argument takes",
    ),
)
"""Columns that only synthesized kernels have."""

ORIGIN = (
    Column("file", pa.string(), "File that the kernel stands in"),
    Column("line", pa.int64(), "Line of that file where it begins"),
    Column("package", pa.string(), "Package that the file belongs to, empty for a file of one's own"),
    Column("license", pa.string(), "Licence of that file (SPDX); null or empty where nobody said which"),
    Column("self_contained", pa.bool_(), "Whether `python_source` alone lowers to this code"),
)
"""Columns that only given kernels have."""

COLLECTION = (
    Column("version", pa.string(), "Version of the package"),
    Column("url", pa.string(), "Where the package comes from"),
    Column("copyright", pa.string(), "The notice that its licence asks to be kept, without addresses of people"),
    Column("made_concrete", pa.string(), "Overload of a generic kernel, arguments of what made it; else empty"),
    Column(
        "adjoint",
        pa.string(),
        "`own` where the package asks for an adjoint, `forced on` where it switched that off, or `refused: ` and why",
    ),
    Column("launch_origin", pa.string(), "How `launch` was guessed; `none: ` and why where none was found"),
    Column("needs", pa.string(), "What `python_source` needs besides Warp where it is not self-contained; else empty"),
    Column("not_verified", pa.string(), "Why the row passed no further tier; empty where it passed all that apply"),
)
"""Columns that only kernels of config ``real`` have: `collect` found them in packages."""

SHORT = ("description", "category", "kernel_name", "seed", "fingerprint", "warp_version")
"""Columns of ``ABOUT`` that a task view keeps."""


def columns_of(config: DatasetConfig) -> tuple[Column, ...]:
    """Columns of a config's rows, in order."""
    if config.view != "code":
        return (IDENTITY[0], *TASK[config.view], *(column for column in ABOUT if column.name in SHORT))
    by_name = {column.name: column for column in CODE}
    origin = MADE if config.source == SYNTHESIS else ORIGIN
    collection = COLLECTION if config.source == COLLECTED else ()
    return (*IDENTITY, *(by_name[name] for name in config.code), *ABOUT, *origin, *collection)


def known_columns() -> dict[str, Column]:
    """Every column of any config, by name."""
    tasks = (column for columns in TASK.values() for column in columns)
    return {column.name: column for column in (*IDENTITY, *CODE, *tasks, *ABOUT, *MADE, *ORIGIN, *COLLECTION)}


def schema_of(config: DatasetConfig) -> pa.Schema:
    """Arrow schema of a config."""
    return pa.schema([pa.field(column.name, column.type) for column in columns_of(config)])


def features_of(config: DatasetConfig) -> datasets.Features:
    """The schema of a config as `datasets.Features`."""
    import datasets  # `datasets` takes 0.6 s to import; workers that make rows need only the Arrow schema

    return datasets.Features.from_arrow_schema(schema_of(config))
