"""Settings of accounts, including passwords, login and institutional login."""
