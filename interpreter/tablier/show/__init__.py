"""Drawing and printing, nothing else."""
