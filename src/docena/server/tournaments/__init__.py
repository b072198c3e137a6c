"""Score pads and events over HTTP: kept in the events file, opened by keys, followed live by every device."""
