"""The page of a background task: its progress, and buttons to cancel the task or start it again."""
