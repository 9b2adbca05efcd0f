"""Sources of a collection: lists of packages, their wheels, folders of users, unpacked so that they can be imported."""
