"""What people made, and what is decided about it and about them."""
