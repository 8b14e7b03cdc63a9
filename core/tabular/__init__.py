"""Reading and writing tables of text, without Django."""
