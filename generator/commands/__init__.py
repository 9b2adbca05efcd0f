"""One command of the command line in each file; heavy imports stay inside the functions."""
