"""Height and normal of a deck at any (x, z)."""
