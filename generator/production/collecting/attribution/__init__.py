"""Licences, copyright holders and origins of code, as wheels and files name them."""
