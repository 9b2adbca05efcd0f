"""Checks of a build on disk."""
