"""The researchers' pages, on our own admin site. They call the functions of the other apps."""
