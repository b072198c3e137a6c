"""Cards, moves, options, editions and words: plain Python that everything else stands on."""
