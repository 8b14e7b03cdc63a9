"""Backing up and restoring the whole instance: the database and every stored file."""
