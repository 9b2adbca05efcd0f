"""A SIMT machine: all threads of a launch side by side, a value of a register an array over lanes."""
