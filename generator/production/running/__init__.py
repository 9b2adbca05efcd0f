"""Executors of a build's tasks: processes, Ray, Slurm."""
