"""Score pads and events over HTTP: kept in a logbook, opened by keys, followed live by every device."""
