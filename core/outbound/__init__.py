"""HTTP requests to addresses that researchers chose: the addresses allowed, and clients that reach
no others."""
