"""Cards, moves, options, editions and words: plain Python that everything else builds on."""
