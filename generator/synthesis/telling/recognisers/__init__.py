"""What reasons a statement has: facts of names, recognisers that ask them, and wordings."""
