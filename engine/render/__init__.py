"""Pictures: the first-person view through OpenGL, the chart through plain drawing."""
