"""Agents: programs that choose among the legal actions; installed as lotrsim.agents."""
