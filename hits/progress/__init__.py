"""Progress of a published batch, the times of its HITs, and notifications about it."""
