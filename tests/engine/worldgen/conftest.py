from hypothesis import settings

# The first example loads the kernel from the cache, or compiles it.
settings.register_profile("kernels", deadline=None)
settings.load_profile("kernels")
