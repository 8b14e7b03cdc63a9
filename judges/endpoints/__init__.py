"""Where models answer: which addresses may be called, with which key, and how a call is made."""
