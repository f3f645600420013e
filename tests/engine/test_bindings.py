import pytest

from orlop.engine.actions import AXES, BUTTONS, INTERFACE, TURNS
from orlop.engine.bindings import Binding, Bindings
from orlop.engine.error import OrlopError


def test_every_action_that_every_game_has_is_bound():
    bindings = Bindings.default()
    for table, names in (("axes", AXES), ("turns", TURNS), ("buttons", BUTTONS), ("interface", INTERFACE)):
        assert set(bindings.table(table)) == set(names)
        assert all(bindings.table(table).values())


def test_no_key_steers_two_actions():
    bindings = Bindings.default()
    controls = [
        b.control for t in ("axes", "turns", "buttons", "interface") for a in bindings.table(t).values() for b in a
    ]
    assert len(controls) == len(set(controls))


def test_a_file_replaces_the_actions_it_names_and_leaves_the_rest(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('[buttons]\nuse = ["key.f"]\n[tuning]\nmouse = 0.004\n')
    bindings = Bindings.load(file)
    assert bindings.buttons["use"] == (Binding("key.f"),)
    assert bindings.buttons["sprint"] == Bindings.default().buttons["sprint"]
    assert bindings.tuning.mouse == 0.004
    assert bindings.tuning.rate == Bindings.default().tuning.rate


def test_an_empty_list_unbinds_an_action():
    assert Bindings.default().overlaid("[buttons]\nsprint = []", "mine.toml").buttons["sprint"] == ()


def test_a_sign_gives_the_sense_of_an_axis():
    axes = Bindings.default().overlaid('[axes]\nmove_right = ["+key.l", "-key.j", "key.o"]', "mine.toml").axes
    assert [(b.control, b.sign) for b in axes["move_right"]] == [("key.l", 1), ("key.j", -1), ("key.o", 1)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[buttons]\nuse = ["key.ee"]', r'mine.toml, use: no control is called "key.ee". Did you mean .*key.e'),
        ('[buttons]\nuse = ["key.left_shft"]', "Did you mean key.left_shift"),
        ('[buttons]\nuse = ["???"]', "Names look like key.w"),
        ('[axes]\nmove_right = ["--key.l"]', 'no control is called "--key.l"'),
        ('[buttons]\nuse = "key.e"', "is not a list of controls"),
        ("[buttons]\nuse = [3]", "is not a list of controls"),
        ('[buttons]\nuse = ["+key.e"]', "a button has no sign"),
        ('[buttons]\nuse = ["mouse.x"]', "mouse.x only turns"),
        ('[axes]\nuse = ["key.e"]', r"use: belongs to \[buttons\]"),
        ('[keys]\nuse = ["key.e"]', r"\[keys\]: is not a table of bindings"),
        ("buttons = 3", "buttons: is not a table"),
        ("[tuning]\nmuose = 1", "there is no setting 'muose'"),
        ("[tuning]\nmouse = 7", "mouse is 7. Make it a number from 0 to 0.1"),
        ("[tuning]\nmouse = nan", "mouse is nan"),
        ('[tuning]\ninvert = "yes"', "invert is 'yes'. Make it true or false"),
        ("[buttons\n", r"is not TOML: .*line 1"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_with_place_and_cure(text, message):
    with pytest.raises(OrlopError, match=message):
        Bindings.default().overlaid(text, "mine.toml")


def test_an_absent_file_is_refused_by_name(tmp_path):
    with pytest.raises(OrlopError, match=r"nowhere.toml: can't be read"):
        Bindings.load(tmp_path / "nowhere.toml")


def test_labels_read_as_they_stand_on_the_keys():
    bindings = Bindings.default()
    assert bindings.label("use") == "E / Left mouse"
    assert bindings.label("move_forward") == "W / S / Up / Down"
    assert bindings.label("turn") == "Mouse"
    assert bindings.label("zoom_in") == "+ / Keypad + / Wheel up"
    assert bindings.overlaid('[buttons]\nuse = ["pad.left_shoulder"]', "x").label("use") == "Pad Left Shoulder"
    assert bindings.label("whistle") == ""
