"""Who runs the steps of a build: processes, Ray, Slurm."""
