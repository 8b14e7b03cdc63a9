"""Money: a double-entry ledger and what is posted to it. It takes ids and amounts."""
