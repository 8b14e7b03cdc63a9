"""A plug-in: the section kind `ranking`, the block `quote` and the reply format `key-lines`."""
