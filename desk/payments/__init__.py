"""The pages about payments: a project's money, debts and ledger, and the acts that move money."""
