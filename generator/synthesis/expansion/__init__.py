"""From a computation over records to the statements of a kernel over arrays."""
