"""Backup and restore of the whole instance: the database and every stored file."""
