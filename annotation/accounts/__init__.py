"""Settings of accounts: passwords, login, and institutional logins."""
