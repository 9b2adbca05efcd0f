"""The files of a build: Parquet, JSON, manifest, and their rows."""
