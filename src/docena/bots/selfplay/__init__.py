"""Games that bots play with themselves, as data to train on."""
