"""Client of Prolific's API, and models of its requests and replies. The errors say whether a call
took effect."""
