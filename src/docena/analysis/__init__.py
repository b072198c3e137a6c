"""What can be learned from positions and records: hints, reasons, mistakes, luck and skill."""
