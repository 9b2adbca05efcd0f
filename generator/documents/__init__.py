"""Writes the parts of documents that are generated from the code."""
