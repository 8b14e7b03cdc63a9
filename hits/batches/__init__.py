"""A batch's life: sample, publication, the open list, pause and close, times."""
