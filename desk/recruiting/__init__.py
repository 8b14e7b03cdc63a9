"""How people come to a batch: its links, and the panels that send people."""
