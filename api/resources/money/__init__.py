"""Payments: hourly pay, payout lists and transactions."""
