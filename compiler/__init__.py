"""Compiles the rules and bots ahead of time: from their Python sources to native libraries."""
