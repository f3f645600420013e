"""A mark where no motor has room."""

from orlop.engine.error import OrlopError


class MisplacedError(OrlopError):
    """A mark of the author's lies off the floor, or in or near something solid.

    Parameters
    ----------
    walkway
        The floor it was meant for; None if any would do.
    x, z
        World metres.
    """

    def __init__(self, where: str, problem: str, cure: str, walkway: str | None, x: float, z: float) -> None:
        super().__init__(where, problem, cure)
        self.walkway = walkway
        self.x = x
        self.z = z
        self.args = (where, problem, cure, walkway, x, z)  # how it is made anew in another process
