"""What is looked at in a build that is there."""
