"""What a launch asks of a kernel besides its computation: who takes part."""
