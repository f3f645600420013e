"""Makes walkways from a scene, one stage a file."""
