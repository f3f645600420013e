"""Two decks, a ramp, a door and a hatch: the example that tests, benchmarks and the game share."""
