"""What is printed: charts, cards, score sheets, standings and certificates."""
