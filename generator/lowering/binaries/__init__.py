"""PTX and SASS, and what is counted in them."""
