"""The README's game runs."""

import re
import runpy
from pathlib import Path

import esper

from orlop.levels.catalogue import export_level
from orlop.levels.window_play import WindowPlay

README = Path(__file__).parents[1] / "README.md"


def test_the_first_game_counts_the_metres_walked(tmp_path, monkeypatch):
    (source,) = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("ORLOP_CACHE", str(tmp_path / "cache"))
    export_level("quayside", "harbour.glb")
    walked, said = [], []

    def run(play):
        play.game.actions.set_tick({"move_forward": 1.0})
        play.game.controls = None  # what was set stays held
        play.game.tick(300)
        play.game.draw()
        for entity in esper.get_entities():
            walked.extend(each.metres for each in esper.components_for_entity(entity) if hasattr(each, "metres"))
        said.extend(message.text for message in play.screen.messages)

    monkeypatch.setattr(WindowPlay, "run", run)
    Path("game.py").write_text(source, encoding="utf-8")
    runpy.run_path("game.py")
    assert len(walked) == 1
    assert walked[0] > 1
    assert any("help" in text for text in said)
