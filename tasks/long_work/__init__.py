"""Long tasks. The work runs in child processes with limits. A database row counts the attempts at a
task, and the task can be cancelled."""
