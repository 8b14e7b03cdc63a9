"""What the site is told of accounts: passwords, signing in, institutions."""
