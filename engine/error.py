"""The exception for input that cannot be used."""


class OrlopError(Exception):
    """Input that cannot be used: one line that says what, where and the cure.

    The command line prints it and exits with status 2. Programming errors raise
    `ValueError` or `TypeError` instead.

    Parameters
    ----------
    where
        File, node or setting at fault, as the user knows it.
    problem
        What is wrong with it.
    cure
        What to do about it, as a sentence.
    """

    def __init__(self, where: str, problem: str, cure: str) -> None:
        self.where = where
        self.problem = problem
        self.cure = cure
        super().__init__(where, problem, cure)

    def __str__(self) -> str:
        text = f"{self.where}: {self.problem.rstrip('.')}. {self.cure}"
        return " ".join(text.split())
