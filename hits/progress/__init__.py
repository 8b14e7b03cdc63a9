"""The progress of published batches, the times spent on HITs, and notifications about batches and
decisions."""
