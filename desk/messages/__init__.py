"""Messages from annotators to researchers, and the answers."""
