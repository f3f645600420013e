"""What the player sees at the moment: which view, which panels, which words."""

from dataclasses import dataclass, field
from typing import Literal

from orlop.engine.render.canvas import Canvas

ViewName = Literal["first-person", "chart"]

FADE = 0.6
"""Seconds that a message takes to fade."""


@dataclass(slots=True)
class Message:
    """Words low on the screen, for `left` more seconds."""

    text: str
    left: float

    @property
    def opacity(self) -> float:
        """1, fading to 0 at the end."""
        return max(0.0, min(1.0, self.left / FADE))


@dataclass(slots=True)
class Screen:
    """Shared by the systems that draw frames.

    Attributes
    ----------
    canvas
        What they draw on.
    view
        The view that fills the canvas.
    zoom
        Of the chart, as asked for; None to fit the deck.
    whole
        Whether to fit means all of the deck, however large; else a large one is followed through.
    shown_zoom
        Of the chart as it was drawn last.
    help, overlay, sounds, chunks
        Whether these panels are open.
    shot
        Whether this frame is to be kept as a screenshot.
    messages
        The oldest first.
    """

    canvas: Canvas
    view: ViewName = "first-person"
    zoom: int | None = None
    whole: bool = False
    shown_zoom: int = 0
    help: bool = False
    overlay: bool = False
    sounds: bool = False
    chunks: bool = False
    shot: bool = False
    messages: list[Message] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.canvas.target is None:
            self.view = "chart"

    @property
    def has_first_person(self) -> bool:
        """Whether there is OpenGL to draw it."""
        return self.canvas.target is not None

    def say(self, text: str, seconds: float = 4.0) -> None:
        """Show `text` for a while; said again, it just stays longer."""
        self.messages = [message for message in self.messages if message.text != text][-3:]
        self.messages.append(Message(text, seconds))

    def pass_time(self, seconds: float) -> None:
        """Let messages grow old."""
        for message in self.messages:
            message.left -= seconds
        self.messages = [message for message in self.messages if message.left > 0]
