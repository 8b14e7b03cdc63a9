"""Money: pay by the hour, payout lists, and transactions."""
