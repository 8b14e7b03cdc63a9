"""Evidence about a batch's annotators, read once as arrays, from which their measures are
computed."""
