"""Page of a worker's task: its progress, and buttons that cancel it or start it again."""
