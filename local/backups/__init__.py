"""Backup and restore of the whole instance, which is the database and every stored file."""
