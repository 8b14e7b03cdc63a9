"""Pages about payments: a project's money, debts and ledger, and the actions that move money."""
