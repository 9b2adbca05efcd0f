"""How a kernel is spelled: names, annotations, comments, constants."""
