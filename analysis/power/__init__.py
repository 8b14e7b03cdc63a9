"""What a design can be expected to show, before it is paid for."""
