"""Backups of the whole instance: the database and every stored file, and their way back."""
