"""The data for the measures of a batch's annotators, read once and stored as arrays."""
