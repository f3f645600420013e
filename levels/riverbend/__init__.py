"""A river from its spring to a fall, and a grove: a level to listen to."""
