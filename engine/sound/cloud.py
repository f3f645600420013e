"""Point cloud sound: thousands of samples heard as one direction, volume and spread for each loop."""

import math
from collections.abc import Iterator, Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from orlop.engine.sound.aim import aim, settle
from orlop.engine.sound.attenuation import Attenuation
from orlop.engine.sound.block import SampleBlock, pack
from orlop.engine.sound.cloud_kernel import FIRST_VOLUME, SUMS
from orlop.engine.sound.collection import SampleCollection
from orlop.engine.sound.collision import Collision
from orlop.engine.sound.component import SoundComponent
from orlop.engine.sound.listener import Listener
from orlop.engine.sound.presence import Presence
from orlop.engine.sound.target import silent_targets

Law = Literal["linear", "power", "energy"]


class CloudSound:
    """A sound that many samples make together: a river, a wood in the wind, the leaks of a hull.

    After Johansen 2026, "Point Cloud Sound for irregular shaped audio sources". Each evaluation
    weighs every sample in reach once; the voices play a loop a component, however many samples
    there are. Needs no audio device and no game.

    Parameters
    ----------
    name
        What errors call it.
    components
        One or more loops; a sound that changes with its samples' parameter has a curve in each.
    weighting
        How a sample's weight depends on where the listener is.
    sum_law
        "linear", as published, adds weights up, as loudspeakers do that play in step. "power"
        adds their squares and takes the root, as sources do that know nothing of each other:
        within 1.3 dB of 64 real ones, where the linear sum is 11 to 16 dB louder. It falls by 3 dB
        when the same area is cut into twice as many samples, each of which is a source then.
        "energy" does not: a sample's volume is the root of its area times the multiplier, as
        if each square metre were a source of its own. For samples whose density tells nothing.
    direction_law
        Weigh directions by "linear" weights or by their squares, which came closer to the level
        difference between the ears of 64 real sources. Both laws alike cost half as much as a mix.
        Default: linear, but with the law of energy, which goes with no other, that one.
    fade_seconds
        How long collections take to come and go.
    settle_seconds
        Time constant in which what is heard follows the samples: a jump through a portal becomes
        a short cross-fade. Weights and directions settle as vectors, so none turns the long way.

    Attributes
    ----------
    targets
        (components, WIDTH) float32, see `orlop.engine.sound.target`: what the last evaluation found.
    """

    def __init__(
        self,
        name: str,
        components: Sequence[SoundComponent],
        weighting: Attenuation | Collision | None = None,
        *,
        sum_law: Law = "linear",
        direction_law: Law | None = None,
        fade_seconds: float = 0.4,
        settle_seconds: float = 0.05,
    ) -> None:
        if not components:
            raise ValueError(f'sound "{name}" needs a component or more')
        direction_law = direction_law or ("energy" if sum_law == "energy" else "linear")
        if {sum_law, direction_law} not in ({"linear"}, {"power"}, {"linear", "power"}, {"energy"}):
            raise ValueError(f'laws are "linear", "power" or both "energy", got "{sum_law}" and "{direction_law}"')
        if not settle_seconds > 0.0:
            raise ValueError(f"settling takes some seconds, got {settle_seconds}")
        self.name = name
        self.components = tuple(components)
        self.weighting = weighting or Attenuation()
        self.targets = silent_targets(len(components))
        laws = sorted({sum_law, direction_law})
        self._of_energy = sum_law == "energy"
        self._power = laws != ["linear"]
        self._chosen = laws.index(sum_law), laws.index(direction_law), sum_law != "linear"
        self._settle_seconds = settle_seconds
        self._sums = np.zeros((len(laws), len(components), SUMS))
        self._settled = np.zeros_like(self._sums)
        self._presence = Presence(fade_seconds)
        self._directions = np.tile([0.0, 0.0, -1.0], (len(components), 1))
        self._traits = np.array([(component.final_volume, component.directionality) for component in components])

    @property
    def sample_count(self) -> int:
        """How many samples there are, in and out of reach."""
        return sum(block.rows.shape[1] for block in self._presence)

    def blocks(self) -> Iterator[SampleBlock]:
        """Yield all samples there are, those that fade out too."""
        return iter(self._presence)

    def pack(self, collection: SampleCollection) -> SampleBlock:
        """Lay a collection out for this sound, which `add` does else: a worker thread may, for a large one."""
        block = pack(self.name, self.components, collection, self._of_energy)
        self.weighting.box(block)
        return block

    def add(self, collection: SampleCollection | SampleBlock) -> int:
        """Let a collection fade in; return its handle.

        Raises
        ------
        OrlopError
            A curve does not cover the samples' parameters, or a sample could never be heard.
        """
        block = collection if isinstance(collection, SampleBlock) else self.pack(collection)
        if block.rows.shape[0] != FIRST_VOLUME + len(self.components):
            raise ValueError(f'{block.name} was packed for a sound of other components than "{self.name}"')
        return self._presence.add(block, *self.weighting.box(block))

    def remove(self, handle: int) -> None:
        """Let a collection fade out. `KeyError` if it was removed before."""
        self._presence.remove(handle)

    def evaluate(self, listener: Listener, dt: float = math.inf) -> NDArray[np.float32]:
        """Find what the listener hears; return `targets`.

        Parameters
        ----------
        dt
            Seconds since the last evaluation. Left out, all fades are over and all is settled.
        """
        self._presence.pass_time(dt)
        self.weighting.add(self._presence, listener, self._power, self._sums)
        settle(self._settled, self._sums, -math.expm1(-dt / self._settle_seconds))
        self.targets = self.targets.copy()  # those found before may be kept
        aim(self._settled, *self._chosen, self._traits, listener.frame(), self._directions, self.targets)
        return self.targets
