"""The data behind the measures of a batch's annotators, read once as arrays."""
