"""`docena tournament`: events from the first entry to the certificate."""
