"""The floor: the least that a correct Django server of HITs does. Nothing in it claims, checks or
pays."""
