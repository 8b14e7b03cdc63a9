"""Pages about judge runs, judge replies and model endpoints."""
