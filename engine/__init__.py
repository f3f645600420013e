"""The machinery; knows no game."""
