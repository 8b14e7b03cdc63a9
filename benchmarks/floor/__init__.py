"""The floor: the least that a correct Django server of HITs does, without claims, checks or pay."""
