"""Evidence for the measures of a batch's annotators, read once as arrays."""
