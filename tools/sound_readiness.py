"""Whether sound can be had at once, and how it is got ready behind a game that runs already."""

import subprocess
import sys

from orlop.tools.warmup import is_warm, warm_if_needed


def is_ready() -> bool:
    """Tell whether neither a kernel of the sound must be compiled first nor a sound be made."""
    return is_warm("sound") and not lacking_sounds()


def prepare() -> None:
    """Compile the kernels of the sound and make the sounds, showing how far it has come."""
    warm_if_needed("sound")
    make_if_needed()


def prepare_behind() -> None:
    """Let another process `prepare`, and don't wait: nobody shall wait for the first game, nor hear it stutter."""
    nowhere = subprocess.DEVNULL
    command = [sys.executable, "-P", "-c", f"from {__name__} import prepare; prepare()"]
    subprocess.Popen(command, stdin=nowhere, stdout=nowhere, stderr=nowhere, start_new_session=True)


def lacking_sounds() -> list[tuple[str, int]]:
    """Return the name and seed of each sound that the cache lacks."""
    from orlop.engine.sound.synthesis.library import VARIANTS, is_kept

    return [(name, seed) for name, count in VARIANTS.items() for seed in range(count) if not is_kept(name, seed)]


def make_if_needed() -> None:
    """Make the sounds that the cache lacks, showing how far it has come: so no step waits for its sound."""
    from orlop.engine.sound.synthesis.library import sound
    from orlop.tools.progress import ProgressBar

    lacking = lacking_sounds()
    if not lacking:
        return
    bar = ProgressBar("making sounds")
    by_name = list(dict.fromkeys(name for name, _ in lacking))
    for index, name in enumerate(by_name):
        bar.show(index, len(by_name), name)
        for _, seed in (each for each in lacking if each[0] == name):
            sound(name, seed)
    bar.show(len(by_name), len(by_name), by_name[-1])
