"""The researchers' pages, on our own admin site. The pages call the functions of the other apps."""
