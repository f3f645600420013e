"""What a walkway is: floor, outlines, air; and how it is kept in a file."""
