"""Warp's code generator, called without a device: the only file that touches ``warp._src``.

Written for the Warp version in ``generator.versions.SUPPORTED_WARP``; the private API moves between minor releases.
"""

from __future__ import annotations

import ctypes
import itertools
import linecache
import os
import re
import sys
import tempfile
import types
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import warp as wp
from warp._src import build as warp_build
from warp._src import codegen as warp_codegen
from warp._src import context as warp_context
from warp._src import types as warp_types

from . import fast_codegen
from .fast_codegen import FastModuleBuilder

BLOCK_DIM = {"cuda": 256, "cpu": 1}
"""Threads a block as Warp launches them: the module header carries the number."""

_FILE = re.compile(r"^// (.+\.py):(?=\d+$)", re.MULTILINE)
_PYTHON_LINE = re.compile(r"^[ \t]*//.*<L \d+>[ \t]*\n", re.MULTILINE)
_NVRTC_NOISE = re.compile(r"Warp NVRTC compilation error|.*precompiled header file")
_serial = itertools.count()


@dataclass
class Program:
    """A Python source with the Warp kernels it defines, in order of definition."""

    source: str
    filename: str
    namespace: dict[str, Any]
    module: Any
    kernels: dict[str, wp.Kernel] = field(default_factory=dict)

    @property
    def kernel(self) -> wp.Kernel:
        """The only kernel; ValueError when there are none or several."""
        if len(self.kernels) != 1:
            raise ValueError(f"expected one kernel, found {sorted(self.kernels) or 'none'}")
        return next(iter(self.kernels.values()))


@dataclass(frozen=True)
class Lowered:
    """Code of one kernel; a field is empty where it was not asked for."""

    cuda_forward: str = ""
    cuda_backward: str = ""
    cpp_forward: str = ""
    cpp_backward: str = ""


def open_program(source: str) -> Program:
    """Execute a source text that holds Warp kernels; ``close_program`` gives its memory back."""
    module_name = f"warp_cuda_ir_program_{next(_serial)}"
    filename = f"<{module_name}>"
    linecache.cache[filename] = (len(source), None, source.splitlines(keepends=True), filename)
    python_module = types.ModuleType(module_name)
    sys.modules[module_name] = python_module
    namespace = python_module.__dict__
    if fast_codegen.enabled():
        warp_context.user_modules[module_name] = fast_codegen.ProgramModule(module_name)
    try:
        with own_numbering(), _unique_kernels_anew(source):
            exec(compile(source, filename, "exec", dont_inherit=True), namespace)
    except BaseException:
        _forget(module_name, filename)
        raise
    module = warp_context.user_modules.get(module_name)
    kernels = dict(module.kernels) if module is not None else {}
    # A kernel with module="unique" is in a Warp module of its own.
    kernels |= {value.key: value for value in namespace.values() if isinstance(value, wp.Kernel)}
    return Program(source, filename, namespace, module, kernels)


@contextmanager
def _unique_kernels_anew(source: str) -> Iterator[None]:
    """Set aside the modules of ``module="unique"``: Warp gives back an equal kernel of another file, with its lines."""
    loaded = warp_context.user_modules if "unique" in source else {}
    aside = {name: module for name, module in loaded.items() if name not in sys.modules}
    for name in aside:
        del loaded[name]
    try:
        yield
    finally:
        loaded.update(aside)


@contextmanager
def own_numbering() -> Iterator[None]:
    """Number functions from 0 in each program: Warp counts on for the life of the process, and rows would differ."""
    with warp_codegen._codegen_lock:
        counts = warp_context.function_key_counts
        warp_context.function_key_counts = {}
        try:
            yield
        finally:
            warp_context.function_key_counts = counts


def close_program(program: Program) -> None:
    """Drop the Warp module and the source lines: without it 1,000 kernels hold 35 MB."""
    for kernel in program.kernels.values():
        if warp_context.user_modules.get(kernel.module.name) is kernel.module:
            _forget(kernel.module.name, program.filename)
    _forget(program.filename[1:-1], program.filename)
    program.namespace.clear()
    program.kernels.clear()


def forget_module(name: str) -> None:
    """Drop the Warp module of a Python module and unload what was compiled of it."""
    module = warp_context.user_modules.pop(name, None)
    if module is not None:
        module.unload()
        if isinstance(module, fast_codegen.ProgramModule):
            module.release()
    sys.modules.pop(name, None)


def _forget(module_name: str, filename: str) -> None:
    forget_module(module_name)
    linecache.cache.pop(filename, None)


@contextmanager
def program(source: str) -> Iterator[Program]:
    """``open_program`` and ``close_program`` around a block."""
    opened = open_program(source)
    try:
        yield opened
    finally:
        close_program(opened)


def lower(
    kernel: wp.Kernel, *, cuda: bool = True, cpu: bool = False, backward: bool = True, comments: bool = True
) -> Lowered:
    """Code of a concrete (not generic) kernel, forward and adjoint, as Warp emits it.

    Each text carries the structs and ``@wp.func`` functions that the kernel calls: ``module_header`` + text compiles.
    Raises what Warp raises (``warp.WarpCodegenError`` and kin) for a kernel that it refuses.
    """
    found: dict[str, str] = {}
    builder = None
    with warp_codegen._codegen_lock:  # a function that several programs use is built in place
        for wanted, target, prefix in ((cuda, "cuda", "cuda"), (cpu, "cpu", "cpp")):
            if not wanted:
                continue
            options = _options(kernel, target, backward)
            if builder is None or not getattr(builder, "fits_both_targets", False):
                builder = _build(kernel, target, options)
            differentiable = backward and (options | kernel.options)["enable_backward"]
            forward, reverse = print_columns(builder, kernel, target, options, differentiable)
            found[f"{prefix}_forward"] = _tidy(forward, kernel, comments)
            found[f"{prefix}_backward"] = _tidy(reverse, kernel, comments)
    return Lowered(**found)


def module_header(target: str, text: str = "") -> str:
    """What stands before a code column of ``target`` ("cuda" or "cpu") in the file that Warp compiles."""
    template = warp_codegen.cuda_module_header if target == "cuda" else warp_codegen.cpu_module_header
    defines = "" if "bfloat16" in text else "#define WP_NO_BFLOAT16\n"
    return defines + template.format(block_dim=BLOCK_DIM[target]) + warp_codegen.codegen_cast_macros


def _options(kernel: wp.Kernel, target: str, backward: bool) -> dict[str, Any]:
    options = kernel.module.resolve_options(wp.config, block_dim=BLOCK_DIM[target])
    # Names without a hash and matrix products without a link step: the text must stand by itself.
    kernel.module.options["strip_hash"] = True
    options |= {
        "strip_hash": True,
        "enable_backward": backward,
        "enable_mathdx_gemm": False,
        "enable_mathdx_solver": False,
        "enable_mathdx_fft": False,
        "output_arch": 80 if target == "cuda" else None,
    }
    return options


class _OneKernel:
    """Stands in for ModuleHasher: one kernel, and no hash, since the names carry none."""

    def __init__(self, kernel: wp.Kernel, options: dict[str, Any]):
        _find_launch_rank(kernel)
        kernel.grid_stride = warp_codegen.resolve_grid_stride(kernel.options, options["default_grid_stride"])
        self.unique_kernels = {b"": kernel}

    def get_unique_kernels(self) -> Any:
        return self.unique_kernels.values()


def _find_launch_rank(kernel: wp.Kernel) -> None:
    """Set ``adj.kernel_dim``, as hashing a kernel does in passing."""
    if fast_codegen.enabled():
        fast_codegen.find_kernel_dim(kernel.adj)
    else:
        kernel.adj.get_references()


def _build(kernel: wp.Kernel, target: str, options: dict[str, Any]) -> Any:
    hasher = _OneKernel(kernel, options)
    if fast_codegen.usable(options):
        return FastModuleBuilder(kernel.module, options, hasher, target)
    wp.init()  # tile products ask the native library
    return warp_context.ModuleBuilder(kernel.module, options, hasher, target=target)


def stock_module_text(kernel: wp.Kernel, target: str, *, backward: bool = True) -> str:
    """The file that Warp compiles for a kernel, by ``ModuleBuilder`` and ``codegen`` alone: what we measure against."""
    options = _options(kernel, target, backward)
    with warp_codegen._codegen_lock:
        hasher = warp_context.ModuleHasher([kernel], options)
        return str(warp_context.ModuleBuilder(kernel.module, options, hasher, target=target).codegen(target))


def print_columns(
    builder: Any, kernel: wp.Kernel, target: str, options: dict[str, Any], backward: bool
) -> tuple[str, str]:
    """Forward and adjoint text of a built kernel, in the order of ``ModuleBuilder.codegen``."""
    structs = _structs(builder)
    plain = [f for f in builder.functions if not f.adj.uses_grad_call]
    with_grad = [f for f in builder.functions if f.adj.uses_grad_call]
    custom = {f.custom_grad_func for f in plain if f.custom_grad_func is not None}
    ordered = [f for f in plain if f in custom] + [f for f in plain if f not in custom]

    primal = builder._codegen_functions(plain, target, forward_only=True)
    adjoints = builder._codegen_functions(ordered, target, reverse_only=True) if backward or with_grad else ""
    last = builder._codegen_functions(with_grad, target, forward_only=True)

    forward_kernel, reverse_kernel = _print_kernel(builder, kernel, target, options, backward)
    forward_entry, reverse_entry = _print_both(warp_codegen.codegen_module, kernel, target, options, backward)
    forward = structs + primal + (adjoints if with_grad else "") + last + forward_kernel + forward_entry
    if not backward:
        return forward, ""
    arguments_struct = forward_kernel[: forward_kernel.index("};\n") + 3] if target == "cpu" else ""
    return forward, structs + primal + adjoints + last + arguments_struct + reverse_kernel + reverse_entry


def _print_kernel(
    builder: Any, kernel: wp.Kernel, target: str, options: dict[str, Any], backward: bool
) -> tuple[str, str]:
    if isinstance(builder, FastModuleBuilder):
        return builder.print_kernel(kernel, target, options, backward)
    return _print_both(warp_codegen.codegen_kernel, kernel, target, options, backward)


def _print_both(
    printer: Any, kernel: wp.Kernel, target: str, options: dict[str, Any], backward: bool
) -> tuple[str, str]:
    """Forward text of a printer of Warp, and what the adjoint adds after it."""
    # `options | kernel.options` is what Warp evaluates, so a kernel's own switch has to be overridden there.
    own = kernel.options
    try:
        kernel.options = own | {"enable_backward": False}
        forward = printer(kernel, target, options)
    finally:
        kernel.options = own
    return forward, printer(kernel, target, options)[len(forward) :] if backward else ""


def _structs(builder: Any) -> str:
    if not builder.structs:
        return ""
    with_tiles = builder._get_tile_helper_struct_hashes()
    unique = {struct.hash: struct for struct in reversed(list(builder.structs))}
    ordered = [s for s in builder.structs if unique[s.hash] is s]
    return "".join(warp_codegen.codegen_struct(s, include_tile_helpers=s.hash in with_tiles) for s in ordered)


def _tidy(text: str, kernel: wp.Kernel, comments: bool) -> str:
    # A function's comment names its file, and where that lies is not the row's business.
    text = text.replace(f"// {kernel.adj.filename}:", "// kernel.py:").strip("\n")
    text = _FILE.sub(lambda found: f"// {_portable(found[1])}:", text)
    if text and not comments:
        text = _PYTHON_LINE.sub("", text)
    return text + "\n" if text else ""


@lru_cache(maxsize=256)
def _portable(filename: str) -> str:
    path, packages = Path(filename), Path(wp.__file__).parent.parent
    return path.relative_to(packages).as_posix() if path.is_relative_to(packages) else path.name


@lru_cache(maxsize=1)
def builtin_registry() -> dict[str, Any]:
    """Warp's built-ins by name: ``warp.Function`` objects with ``overloads``, ``group``, ``is_differentiable``."""
    return dict(warp_context.builtin_functions)


class CompileError(Exception):
    """The device compiler refused a text; ``args[0]`` is what it printed."""


def compile_cuda(
    text: str, arch: int, *, binary: bool = False, optimization_level: int = 3, debug: bool = False
) -> bytes:
    """PTX (or CUBIN, where ``binary``) of a whole CUDA file for ``arch`` (80, 90), made by the NVRTC inside Warp.

    Takes ``module_header("cuda", ...) + text``; options are those of Warp's release mode, or with ``debug`` of its
    debug mode, which accepts the same texts and takes a third of the time. Raises ``CompileError``.
    """
    wp.init()
    with tempfile.TemporaryDirectory(prefix="warp-cuda-ir-") as folder:
        source, output = Path(folder, "kernel.cu"), Path(folder, "kernel.cubin" if binary else "kernel.ptx")
        source.write_text(text)
        with _native_output(Path(folder, "log")) as log:
            try:
                warp_build.build_cuda(
                    str(source),
                    arch,
                    str(output),
                    pch_dir=None,
                    optimization_level=optimization_level,
                    config="debug" if debug else "release",
                    # NVRTC writes 80 MB a compilation, reuses none of it for another text, and is slower for it.
                    use_precompiled_headers=False,
                )
            except Exception as error:  # build_cuda raises nothing narrower
                raise CompileError(_printed(log) or str(error)) from error
        return output.read_bytes()


def _printed(log: Path) -> str:
    text = log.read_text(errors="replace").replace(f"{log.parent}/", "")
    # Clang tries again without the precompiled header and says everything twice.
    text = text.rpartition("retrying without precompiled headers\n")[2]
    return "\n".join(line for line in text.splitlines() if not _NVRTC_NOISE.match(line)).strip()


def compile_cpu(text: str, *, optimization_level: int = 0) -> bytes:
    """Object code of a whole C++ file that starts with ``module_header("cpu", ...)``, made by the Clang inside Warp.

    Raises ``CompileError``. The first call of a process takes a second: Warp's headers are precompiled.
    """
    wp.init()
    runtime: Any = warp_context.runtime
    with tempfile.TemporaryDirectory(prefix="warp-cuda-ir-") as folder:
        source, output = Path(folder, "kernel.cpp"), Path(folder, "kernel.o")
        source.write_text(text)
        with _native_output(Path(folder, "log")) as log:
            try:
                warp_build.build_cpu(
                    str(output),
                    str(source),
                    optimization_level=optimization_level,
                    use_precompiled_headers=True,
                    pch_dir=runtime.get_clang_pch_dir(),
                    block_dim=BLOCK_DIM["cpu"],
                    # The last two are what a release build of `clang` gives its front end: a twentieth of the time.
                    extra_flags="-w -ferror-limit 0 -discard-value-names -disable-llvm-verifier",
                )
            except Exception as error:  # build_cpu raises nothing narrower
                raise CompileError(_printed(log) or str(error)) from error
        return output.read_bytes()


class CpuModule:
    """Loaded object code; its functions stay valid until ``unload``."""

    def __init__(self, object_code: bytes):
        wp.init()
        self._llvm: Any = warp_context.runtime.llvm
        self._name = f"warp_cuda_ir_object_{next(_serial)}".encode()
        if self._llvm.wp_load_obj_from_bytes(object_code, len(object_code), self._name, False) != 0:
            raise RuntimeError("Warp's loader refused an object of its own compiler")

    def address(self, symbol: str) -> int:
        """Where an ``extern "C"`` function lies; KeyError when there is none of that name."""
        found = self._llvm.wp_lookup(self._name, symbol.encode())
        if not found:
            raise KeyError(symbol)
        return int(found)

    def unload(self) -> None:
        """Give the memory back."""
        self._llvm.wp_unload_obj(self._name)


def launch_bounds(dim: tuple[int, ...], kernel: wp.Kernel) -> ctypes.Structure:
    """Grid size as compiled code takes it: the first argument of every kernel."""
    if not hasattr(kernel.adj, "kernel_dim"):  # a kernel that nobody lowered
        _find_launch_rank(kernel)
    return warp_context._build_launch_bounds_from_tuple(dim, kernel.adj.kernel_dim)


def array_descriptor(address: int, gradient: int, shape: tuple[int, ...], strides: tuple[int, ...]) -> ctypes.Structure:
    """An array as compiled code takes it: addresses of values and gradient (0: none), extents, strides in bytes."""
    return warp_types.array_t(address, gradient, len(shape), shape, strides)


@contextmanager
def _native_output(log: Path) -> Iterator[Path]:
    """What native code prints goes to the file ``log``: NVRTC has no other way to say what it refused."""
    sys.stdout.flush()
    sys.stderr.flush()
    kept = os.dup(1), os.dup(2)
    target = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    try:
        os.dup2(target, 1)
        os.dup2(target, 2)
        yield log
    finally:
        os.dup2(kept[0], 1)
        os.dup2(kept[1], 2)
        for descriptor in (*kept, target):
            os.close(descriptor)


Adjoint = warp_codegen.Adjoint
"""Warp's evaluator of a kernel's Python; ``standalone.recorder`` derives from it to hear of each typed operation."""


@dataclass(frozen=True)
class WarpType:
    """What a value is, without Warp's classes.

    ``kind``: scalar, vector, matrix, quaternion, transformation, array, struct, tuple, or "other" (``name`` says what).
    ``scalar`` is the component's name ("float32"), ``shape`` the vector's or matrix's, ``element`` an array's,
    ``fields`` a struct's or tuple's members. ``reference`` marks an address of such a value.
    """

    kind: str
    name: str = ""
    scalar: str = ""
    shape: tuple[int, ...] = ()
    ndim: int = 0
    element: WarpType | None = None
    fields: tuple[tuple[str, WarpType], ...] = ()
    reference: bool = False


_COMPOSITE_KINDS = {"vec_t": "vector", "mat_t": "matrix", "quat_t": "quaternion", "transform_t": "transformation"}


def describe_type(warp_type: Any) -> WarpType:
    """Describe a Warp value type."""
    if warp_types.is_reference(warp_type):
        return replace(describe_type(warp_type.value_type), reference=True)
    composite = _COMPOSITE_KINDS.get(getattr(warp_type, "_wp_generic_type_str_", ""))
    if composite:
        return WarpType(composite, scalar=warp_type._wp_scalar_type_.__name__, shape=tuple(warp_type._shape_))
    if getattr(warp_type, "_concrete_cls", type(warp_type)) is wp.array:  # `wp.array[T]` makes an annotation object
        return WarpType("array", ndim=warp_type.ndim, element=describe_type(warp_type.dtype))
    if isinstance(warp_type, warp_codegen.Struct):
        fields = tuple((name, describe_type(variable.type)) for name, variable in warp_type.vars.items())
        return WarpType("struct", name=warp_type.key.rsplit(".", 1)[-1], fields=fields)
    if isinstance(warp_type, warp_types.tuple_t):
        return WarpType("tuple", fields=tuple((str(i), describe_type(t)) for i, t in enumerate(warp_type.types)))
    scalar = {bool: "bool", int: "int32", float: "float32"}.get(warp_type, getattr(warp_type, "__name__", ""))
    if warp_type in (bool, int, float, wp.bool) or warp_type in warp_types.scalar_types:
        return WarpType("scalar", scalar=scalar)
    return WarpType("other", name=scalar or type(warp_type).__name__)


def recording_options(kernel: wp.Kernel) -> dict[str, Any]:
    """The options under which Warp would generate this kernel's CPU code with its adjoint."""
    own = dict(kernel.module.options)
    try:
        return _options(kernel, "cpu", True)
    finally:
        kernel.module.options.clear()  # recording must not change how Warp itself would compile the module
        kernel.module.options.update(own)


def is_generic(annotation: Any) -> bool:
    """Whether an argument's type has a part that only an overload fixes (``Any``, ``wp.Float``, ...)."""
    return bool(warp_types.type_is_generic(annotation))


def accepts(template: Any, concrete: Any) -> bool:
    """Whether an overload may put ``concrete`` in place of the annotation ``template``."""
    return bool(warp_types.type_matches_template(concrete, template))


def loaded_kernels() -> list[wp.Kernel]:
    """Every kernel that Python modules define by now, the newest of each name, sorted by file and line."""
    found = [kernel for module in list(warp_context.user_modules.values()) for kernel in module.kernels.values()]
    code = {kernel: kernel.func.__code__ for kernel in found}
    return sorted(found, key=lambda kernel: (code[kernel].co_filename, code[kernel].co_firstlineno, kernel.key))


def array_accesses(kernel: wp.Kernel) -> dict[str, tuple[bool, bool]]:
    """(reads, writes) of each argument of a concrete kernel, as far as Warp records them: reads are incomplete."""
    options = _options(kernel, "cuda", False) | {"verify_autograd_array_access": True}
    level = wp.config.log_level
    with warp_codegen._codegen_lock:
        wp.config.log_level = wp.LOG_ERROR  # else Warp warns of each array that is written after it was read
        try:
            warp_context.ModuleBuilder(kernel.module, options, hasher=_OneKernel(kernel, options), target="cuda")
        finally:
            wp.config.log_level = level
        return {argument.label: (bool(argument.is_read), bool(argument.is_write)) for argument in kernel.adj.args}
