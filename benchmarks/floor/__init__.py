"""The floor, which is a minimal correct Django server of HITs: it has no claims, checks or pay."""
