"""From a recipe to the rows of a build: draw, plan, make, assemble."""
