"""The GPUs that code is compiled for. Imports nothing: a command asks for their names before anything is loaded."""

ARCHITECTURES = ("sm_80", "sm_90")
DEFAULT_ARCHITECTURE = "sm_90"
