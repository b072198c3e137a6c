"""Print pages: charts, cards, score sheets, standings and certificates."""
