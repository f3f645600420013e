"""A straight way between two decks: the one slope that both floors carry."""

from dataclasses import dataclass

from orlop.engine.scene.scene import Material, Node
from orlop.levels.quayside.parts import Piece, marker, slope
from orlop.levels.solids import Rectangle, Triangles, box, wedge


@dataclass(frozen=True, slots=True)
class Flight:
    """A slope along z from the upper deck to the lower.

    Distances along it are level ones, metres from its head.

    Attributes
    ----------
    x
        Its two sides, metres.
    head, foot
        z of its upper and lower end, metres.
    top, bottom
        Heights of the decks, metres.
    upper_end
        How far down the upper deck's floor carries it.
    lower_begin
        How far from the head the lower deck's floor begins to.
    up
        Distances between which a motor of the lower deck is put on the upper one.
    down
        The same, from the upper to the lower deck: further along, so that neither portal
        puts a motor into the other.
    """

    x: tuple[float, float]
    head: float
    foot: float
    top: float
    bottom: float
    upper_end: float
    lower_begin: float
    up: tuple[float, float]
    down: tuple[float, float]

    @property
    def length(self) -> float:
        """Level length, metres."""
        return abs(self.foot - self.head)

    @property
    def opening(self) -> Rectangle:
        """The hole in the upper deck."""
        return self.rectangle(0.0, self.length)

    def z(self, along: float) -> float:
        """World z at a distance from the head."""
        return self.head + (along if self.foot > self.head else -along)

    def y(self, along: float) -> float:
        """Height at a distance from the head."""
        return self.top + (self.bottom - self.top) * along / self.length

    def rectangle(self, begin: float, end: float) -> Rectangle:
        """Ground between two distances from the head."""
        z0, z1 = sorted((self.z(begin), self.z(end)))
        return self.x[0], z0, self.x[1], z1

    def surface(self, begin: float, end: float, material: Material) -> Piece:
        """The slope between two distances from the head."""
        (z0, y0), (z1, y1) = sorted(((self.z(begin), self.y(begin)), (self.z(end), self.y(end))))
        return slope(self.x, (z0, z1), (y0, y1), material)

    def upper_surface(self, material: Material) -> Piece:
        """What the upper deck's floor carries."""
        return self.surface(0.0, self.upper_end, material)

    def lower_surface(self, material: Material) -> Piece:
        """What the lower deck's floor carries."""
        return self.surface(self.lower_begin, self.length, material)

    def portals(self, upper: str, lower: str, extras: dict[str, object] | None = None, suffix: str = "") -> list[Node]:
        """The two markers, down and up."""
        nodes = []
        for source, destination, (begin, end) in ((upper, lower, self.down), (lower, upper, self.up)):
            x0, z0, x1, z1 = self.rectangle(begin, end)
            # No taller than the slope: leaned over, a tall marker would cover far more ground.
            low, high = (x0, self.y(end), z0), (x1, self.y(begin), z1)
            nodes.append(marker(f"portal.{source}.{destination}{suffix}", low, high, extras))
        return nodes

    def filling(self, clearance: float = 0.03) -> Triangles:
        """The solid block under it, `clearance` below, so that it never shows through."""
        ends = sorted(((self.head, self.top - clearance), (self.foot, self.bottom - clearance)))
        return wedge(self.opening, self.bottom - clearance, (ends[0][1], ends[1][1]))

    def treads(self, rise: float) -> list[Triangles]:
        """Steps about `rise` high that cover the slope; the eye glides over them on it."""
        count = round((self.top - self.bottom) / rise)
        run, fall = self.length / count, (self.top - self.bottom) / count
        steps = []
        for i in range(count):
            _, z0, _, z1 = self.rectangle(i * run, (i + 1) * run)
            height = self.top - max(i * fall, 0.06)  # the first lies below a hatch cover
            steps.append(box((self.x[0], height - fall - 0.02, z0), (self.x[1], height, z1)))
        return steps

    def cleats(self, spacing: float) -> list[Triangles]:
        """Battens across the slope, for the look of it."""
        count = int(self.length / spacing)
        places = [(i + 0.5) * self.length / count for i in range(count)]
        battens = []
        for along in places:
            _, z0, _, z1 = self.rectangle(along - 0.03, along + 0.03)
            battens.append(
                box((self.x[0] + 0.1, self.y(along) - 0.05, z0), (self.x[1] - 0.1, self.y(along) + 0.035, z1))
            )
        return battens
