"""Who sits where: seating plans, draws by lot, changing partners and the progressive movement."""
