"""HTTP to addresses that researchers chose: what may be called, and clients that call nothing
else."""
