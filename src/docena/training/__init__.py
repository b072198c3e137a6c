"""Training: value networks by self-play and tuning by evolution, with NumPy alone."""
