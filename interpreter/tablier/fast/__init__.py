"""The fast executor: the same checked rules as machine code, through numba (extra `fast`)."""
