"""Long tasks: rows that count attempts and can be cancelled, and child processes with limits that
do the work."""
