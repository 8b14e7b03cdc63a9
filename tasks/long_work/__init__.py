"""Long tasks, which run in child processes with limits. A database row counts a task's attempts,
and a task can be cancelled."""
