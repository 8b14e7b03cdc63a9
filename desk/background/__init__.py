"""The page of a long task: its progress, and buttons that cancel the task or start it again."""
