"""What wheels and files say of their licence, their holders and of where their code comes from."""
