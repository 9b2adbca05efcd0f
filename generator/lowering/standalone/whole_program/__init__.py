"""A stand-alone program: device code, host code, inputs, expected results, and running it on the CPU."""
