"""Environments for reinforcement learning (docs/environments.md)."""
