"""Messages of annotators to researchers, and the answers."""
