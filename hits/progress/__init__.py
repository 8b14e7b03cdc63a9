"""The progress of a published batch, the times of its HITs, and notifications about both."""
