"""What work costs and earns: these functions ask assignments; `payments` takes ids and amounts."""
