"""Annotators' work: batches, HITs, assignments and answers, from publication to export."""
