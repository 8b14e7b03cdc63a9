"""The data for the measures of a batch's annotators, which is read once into arrays."""
