"""Games: playing, recording, replaying and verifying them."""
