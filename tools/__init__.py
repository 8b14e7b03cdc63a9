"""What developers run and no site needs."""
