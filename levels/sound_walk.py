"""What a walk through a level sounds like, without a device."""

import esper
import numpy as np
from numpy.typing import NDArray

from orlop.components import Route
from orlop.engine.error import OrlopError
from orlop.engine.game import Game
from orlop.engine.sound.hearing import HEADPHONES, Hearing
from orlop.engine.sound.mixer import Mixer
from orlop.engine.sound.offline import OfflineSink
from orlop.levels.heard import Heard
from orlop.levels.playable import Playable
from orlop.levels.scene_level import Waypoints

TAIL = 0.5
"""Seconds in which all fades out at the end."""

LONGEST = 1800.0
"""Seconds that a walk along a path may take."""


class SoundWalk:
    """Plays a level as fast as it can, and keeps what its player hears.

    Parameters
    ----------
    level
        What is walked.
    path
        World (x, z) in metres, walked once; without one the level's own walker walks, if it has one.
    seed
        Of all that is random.
    hearing
        What it is mixed for.

    Attributes
    ----------
    game
        The running game.
    """

    def __init__(self, level: Playable, path: Waypoints = (), seed: int = 0, hearing: Hearing = HEADPHONES) -> None:
        self.game = Game(seed)
        self._mixer = Mixer(hearing)
        self._sink = OfflineSink(self._mixer)
        self._route: Route | None = None
        try:
            self.game.load(Heard(level, self._mixer))
            if path and level.player is not None:
                self._route = Route(path, loop=False)
                esper.add_component(level.player, self._route)
        except BaseException:
            self.close()
            raise

    @property
    def arrived(self) -> bool:
        """Whether the path has been walked to its end."""
        return self._route is not None and self._route.next >= len(self._route.waypoints)

    def run(self, seconds: float | None = None) -> NDArray[np.float32]:
        """Walk for `seconds`, or to the path's end; return what was heard, (frames, 2), fading out at the end.

        Raises
        ------
        OrlopError
            If the path is so long, or so blocked, that half an hour does not do.
        """
        dt = self.game.clock.dt
        most = LONGEST if seconds is None else seconds
        while not self.arrived and self.game.clock.tick * dt < most:
            self.game.tick()
            self._sink.advance(dt)
        if seconds is None and not self.arrived:
            raise OrlopError("--path", f"it is not walked in {LONGEST / 60:.0f} minutes", "Give --seconds.")
        self._fade()
        return self._sink.samples

    def close(self) -> None:
        """Unload the level."""
        self.game.close()

    def _fade(self) -> None:
        self._mixer.paused = True
        self._mixer.publish()
        self._sink.advance(TAIL)
