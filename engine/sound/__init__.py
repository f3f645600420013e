"""Point cloud sound: thousands of samples heard through one voice per sound."""
