"""Score pads and events over HTTP: stored in the events file, accessed with keys, followed live by every device."""
