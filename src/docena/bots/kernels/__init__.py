"""The bots' compiled code: features, evaluation, plans, rollouts and the policies that need no plan."""
