"""Describing and publishing a build: card, figures, sample pages, push."""
