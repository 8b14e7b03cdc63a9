"""Tables of text: what is common to reading and writing them, without Django."""
