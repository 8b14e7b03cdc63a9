"""Settings of accounts: passwords, login, institutions."""
