"""The command `rateroom`, which runs a site on this machine and performs the main tasks on any
site. In an installed package, all other modules are inside this package."""
