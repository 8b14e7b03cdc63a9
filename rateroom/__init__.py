"""The command `rateroom`: a site on this machine, and the main job on any site. Once installed, the
whole tree lies inside this package."""
