"""Long tasks. Rows count attempts and can be cancelled, and child processes with limits do the
work."""
