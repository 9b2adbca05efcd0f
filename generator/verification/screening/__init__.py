"""What a run of a fresh kernel speaks against it: steps without effect, shorter forms, arms that never show."""
