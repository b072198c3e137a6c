"""Accounts, passkeys and personal histories over HTTP."""
