"""Limits on what one address may request, send and open."""
