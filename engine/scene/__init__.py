"""From 3D files to named nodes with triangles, transforms and extras."""
