"""Foreign code: consent to running it, and the child that runs a file of the user's."""
