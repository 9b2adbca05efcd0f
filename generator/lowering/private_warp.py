"""The only import of private Warp API: the modules below ``warp._src``, and every name in them that is used.

With a Warp release that renames or drops one, the import fails in one line that lists all missing names.
"""

from __future__ import annotations

import warp as wp
from warp._src import build, codegen, context, types

__all__ = ["NAMES", "build", "codegen", "context", "types"]

_MODULES = {"build": build, "codegen": codegen, "context": context, "types": types}
_USED = {
    "build": """
        build_cpu build_cuda
    """,
    "codegen": """
        Adjoint Block Struct Var _SharedFunctionSource _TID_MAX_EXTENT _codegen_lock _store_shared_source
        codegen_cast_macros codegen_func
        codegen_kernel codegen_module codegen_struct compute_type_str constant_str cpu_module_header
        cuda_module_header get_arg_type get_arg_value get_default_arg_value resolve_grid_stride
        resolve_reference_call_func resolve_reference_tid_aliases
    """,
    "context": """
        Kernel Module ModuleBuilder ModuleHasher _build_launch_bounds_from_tuple builtin_functions
        function_key_counts runtime user_modules
    """,
    "types": """
        Reference _ARRAY_ANNOTATION_MAP __name__ _native_value_types array array_t float64 handle
        indexedarray int64 int_types is_reference scalar_and_bool_types scalar_types strip_reference tile tile_stack
        tuple_t type_is_generic type_matches_template uint64
    """,
}
NAMES = {module: frozenset(names.split()) for module, names in _USED.items()}


def missing(names: dict[str, frozenset[str]]) -> list[str]:
    """Names, as ``module.name``, that this Warp does not have."""
    return sorted(f"{m}.{name}" for m, some in names.items() for name in some if not hasattr(_MODULES[m], name))


if lost := missing(NAMES):
    raise ImportError(f"warp-lang {wp.__version__} has no {', '.join(lost)}: install the release in pyproject.toml")
