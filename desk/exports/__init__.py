"""Pages about exports and their citable snapshots, and about HITs as they were shown."""
