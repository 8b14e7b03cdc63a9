"""Personal data in `hits`: their work as tables, and its deletion."""
