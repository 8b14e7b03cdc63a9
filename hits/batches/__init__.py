"""Batches from draft to end: terms, sample, publication, pausing, closing and amendments."""
