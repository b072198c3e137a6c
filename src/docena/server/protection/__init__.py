"""Limits on what one address may ask, send and open."""
