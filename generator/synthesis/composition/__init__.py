"""A kernel put together: computations, layout, guards, shape and style; names, module and launch."""
