"""Records a Warp kernel as the tree of operations from which forward and adjoint code are written."""
