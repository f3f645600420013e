"""The colours of the quay: weathered, so that nothing shouts in the sun."""

from orlop.engine.scene.scene import Material


def paint(name: str, colour: str) -> Material:
    """Return a material from an sRGB colour written ``#rrggbb``."""
    red, green, blue = (_linear(int(colour[i : i + 2], 16) / 255.0) for i in (1, 3, 5))
    return Material(name, (red, green, blue))


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


PAVING = (
    paint("paving warm", "#a59a86"),
    paint("paving grey", "#9a9385"),
    paint("paving pale", "#afa591"),
    paint("paving damp", "#938b7b"),
)
FLAGS = (paint("flags", "#978b78"), paint("flags dark", "#8c806d"), paint("flags worn", "#a29682"))
BOARDS = (paint("boards", "#8f7450"), paint("boards worn", "#9a7f5a"), paint("boards dark", "#846a48"))

MASONRY = paint("masonry", "#8d8474")
COPING = paint("coping", "#b3aa96")
VAULT = paint("cellar stone", "#a08f74")
LIMEWASH = paint("limewash", "#d3c8b0")
TIMBER = paint("timber", "#6b5236")
OAK = paint("oak", "#7f6442")
DEAL = paint("deal", "#b0905f")
ROPE = paint("rope", "#b59c6a")
IRON = paint("iron", "#3d4144")
CANVAS = paint("canvas", "#c4b187")
BRASS = paint("brass", "#b08d4a")
DOOR = paint("door", "#2f6a68")
HATCH = paint("hatch", "#8a6743")
SLATE = paint("slate", "#59626b")
HULL = paint("hull", "#35454f")
STRAKE = paint("strake", "#a8553a")
WATER = paint("water", "#54757c")
FAR_SHORE = paint("far shore", "#8a9a8c")
