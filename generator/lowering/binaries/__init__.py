"""PTX and SASS, and counts of their instructions and resources."""
