"""What the measures of a batch's annotators are taken of: read once, as arrays."""
