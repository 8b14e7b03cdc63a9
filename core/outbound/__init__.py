"""HTTP requests to addresses that researchers chose: which addresses are allowed, and clients that
connect only to allowed addresses."""
