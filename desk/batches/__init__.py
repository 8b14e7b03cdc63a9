"""Batches: the list, the settings of one, its acts, and who may work in it."""
