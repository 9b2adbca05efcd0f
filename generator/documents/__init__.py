"""Parts of documents that follow from the code."""
