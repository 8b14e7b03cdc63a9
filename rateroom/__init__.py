"""The command `rateroom`, which runs a site on this machine and performs the main tasks on any
site. An installed package contains all other modules inside this one."""
