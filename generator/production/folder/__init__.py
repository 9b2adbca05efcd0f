"""The files of a build: Parquet, JSON, what is in them."""
