"""A plug-in: the section kind `points`, the block `quote` and the reply format `key-lines`."""
