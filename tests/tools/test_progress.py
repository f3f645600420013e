"""The progress bar, on a terminal and in a log."""

import io

from orlop.tools.progress import ProgressBar


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_a_terminal_sees_one_line_redrawn_and_closed_at_the_end():
    terminal = Terminal()
    bar = ProgressBar("compiling", terminal)
    bar.show(0, 2, "floor")
    bar.show(1, 2, "mover")
    bar.show(2, 2, "")
    drawn = terminal.getvalue()
    assert drawn.count("\r") == 3
    assert drawn.count("\n") == 1
    assert drawn.endswith("2/2 \n")
    assert "#" * 12 + "." * 12 in drawn


def test_a_log_gets_a_line_a_step_without_control_characters():
    log = io.StringIO()
    ProgressBar("compiling", log).show(1, 4, "floor")
    assert log.getvalue() == "orlop: compiling 1/4 floor\n"


def test_nothing_to_do_is_shown_as_done():
    terminal = Terminal()
    ProgressBar("compiling", terminal).show(0, 0, "")
    assert terminal.getvalue().endswith("\n")
