"""The pages about what stands around a batch's work."""
