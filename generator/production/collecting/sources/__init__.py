"""What is collected: lists of packages, their wheels, folders of users, unpacked for modules to be imported from."""
