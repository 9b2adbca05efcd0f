"""What kernels compute, a family a file: named functions over a record and what it relates to, read and never run."""
