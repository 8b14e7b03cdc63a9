"""The pages about judge runs, judge replies and model endpoints."""
