"""Benchmarks: costs beside a reference timed in the same run, and how like human kernels ours are."""
