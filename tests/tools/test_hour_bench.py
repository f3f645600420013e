"""What a walk of hours needs from the system, and what is said where it isn't there."""

import sys

import pytest

from orlop.tools import cli
from orlop.tools.bench import hour
from orlop.tools.bench.measure import PeerMissingError


@pytest.fixture(params=["no resource module", "no file", "an empty file", "a file of words"])
def silent(request, monkeypatch, tmp_path):
    """A system that doesn't say what a process holds, each in its way."""
    pages = tmp_path / "statm"
    pages.write_text("10 2 3")
    monkeypatch.setattr(hour, "PAGES", pages)
    monkeypatch.setitem(sys.modules, "resource", None if "module" in request.param else pytest.importorskip("resource"))
    if request.param == "no file":
        pages.unlink()
    elif "file" in request.param:
        pages.write_text("many pages" if "words" in request.param else "")


def test_the_second_number_of_the_file_is_what_is_held(monkeypatch, tmp_path):
    resource = pytest.importorskip("resource")
    pages = tmp_path / "statm"
    pages.write_text("10 1024 3")
    monkeypatch.setattr(hour, "PAGES", pages)
    assert hour.resident() == resource.getpagesize() / 1024


@pytest.mark.usefixtures("silent")
def test_a_system_that_does_not_say_what_is_held_is_told_before_the_walk(capsys):
    with pytest.raises(PeerMissingError, match="only Linux"):
        hour.memory()
    cli.main(["bench", "forest.memory"])
    assert "only Linux" in "".join(capsys.readouterr())
