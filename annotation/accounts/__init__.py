"""Settings of accounts: passwords, signing in, institutions."""
