"""HTTP requests to addresses that researchers chose: rules for allowed addresses, and clients that
connect only to these."""
