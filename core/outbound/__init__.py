"""HTTP requests to addresses that researchers chose: rules for the allowed addresses, and clients
that connect only to them."""
