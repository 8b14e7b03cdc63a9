"""Pages about payments: a project's money, the amounts it owes, its ledger, and actions that move
money."""
