"""Which sound a name means: an author's own file, or one made by code."""

import difflib
from collections.abc import Mapping
from pathlib import Path

from orlop.engine.error import OrlopError
from orlop.engine.sound.sound import Sound


class Repertoire:
    """Sounds by name, each loaded or made at its first use.

    Parameters
    ----------
    own
        An author's files, WAV or OGG, by the name that they are asked for with. They go before the
        sounds made by code, so one of those can be replaced.
    """

    def __init__(self, own: Mapping[str, str | Path] | None = None) -> None:
        self._own = {name: Path(path) for name, path in (own or {}).items()}
        self._sounds: dict[tuple[str, int], Sound] = {}

    def loop(self, name: str) -> Sound:
        """Return a sound that goes round.

        Raises
        ------
        OrlopError
            If there is none of that name, its file can't be used, or it was made to end.
        """
        return self._sound(name, 0, True)

    def shot(self, name: str, variant: int = 0) -> Sound:
        """Return a sound that ends, in one of its `variants`.

        Raises
        ------
        OrlopError
            As `loop`.
        """
        return self._sound(name, variant % self.variants(name), False)

    def variants(self, name: str) -> int:
        """Return how many variants a shot has, from 0."""
        if name in self._own:
            return 1
        from orlop.engine.sound.synthesis.library import VARIANTS

        return VARIANTS.get(name, 1)

    def _sound(self, name: str, variant: int, loop: bool) -> Sound:
        known = self._sounds.get((name, variant))
        if known is None:
            known = self._sounds[name, variant] = self._find(name, variant, loop)
        if known.loop != loop:
            wanted = "goes round" if loop else "ends"
            raise OrlopError(f'sound "{name}"', f"is wanted as one that {wanted}, and is not", "Choose another sound.")
        return known

    def _find(self, name: str, variant: int, loop: bool) -> Sound:
        if name in self._own:
            from orlop.engine.sound.sound_file import load_sound

            return load_sound(self._own[name], loop, name)
        from orlop.engine.sound.synthesis.library import LOOPS, SHOTS, sound

        if name not in LOOPS and name not in SHOTS:
            names = [*self._own, *LOOPS, *SHOTS]
            near = difflib.get_close_matches(name, names, n=3, cutoff=0.5) or names
            raise OrlopError(f'sound "{name}"', "there is none of this name", f"There is {', '.join(near)}.")
        return sound(name, variant)
