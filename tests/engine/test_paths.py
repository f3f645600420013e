import os
import sys
import threading

import pytest

from orlop.engine.error import OrlopError
from orlop.engine.paths import (
    cache_folder,
    check_file_writable,
    check_writable,
    screenshots_folder,
    settings_folder,
    write_atomically,
)


def test_the_environment_moves_the_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("ORLOP_CACHE", str(tmp_path))
    assert cache_folder() == tmp_path
    monkeypatch.delenv("ORLOP_CACHE")
    assert "orlop" in str(cache_folder())


def test_all_folders_of_the_user_are_absolute():
    assert all(folder().is_absolute() for folder in (cache_folder, settings_folder, screenshots_folder))


def test_a_file_is_written_whole_and_its_folder_made(tmp_path):
    path = tmp_path / "deep" / "down" / "file.bin"
    write_atomically(path, b"one")
    write_atomically(path, b"two")
    assert path.read_bytes() == b"two"
    assert [entry.name for entry in path.parent.iterdir()] == ["file.bin"]


def test_readers_never_see_a_part_of_it(tmp_path):
    path, size, seen = tmp_path / "file.bin", 2_000_000, set()
    write_atomically(path, bytes(size))
    done = threading.Event()

    def read():
        while not done.is_set():
            seen.add(len(path.read_bytes()))

    reader = threading.Thread(target=read)
    reader.start()
    for _ in range(20):
        write_atomically(path, bytes(size))
    done.set()
    reader.join()
    assert seen == {size}


def test_a_place_that_cannot_be_written_is_refused_and_left_as_it_was(tmp_path):
    (tmp_path / "file").write_bytes(b"in the way")
    with pytest.raises(OrlopError, match="can't be written"):
        write_atomically(tmp_path / "file" / "below", b"x")
    with pytest.raises(OrlopError, match="can't be written"):
        write_atomically(tmp_path, b"x")
    assert [entry.name for entry in tmp_path.iterdir()] == ["file"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
def test_others_may_read_what_the_user_lets_them(tmp_path):
    plain = tmp_path / "plain"
    plain.write_bytes(b"")
    write_atomically(tmp_path / "atomic", b"")
    assert os.stat(tmp_path / "atomic").st_mode == os.stat(plain).st_mode


def test_a_folder_that_can_be_written_to_is_made_and_left_empty(tmp_path):
    check_writable(tmp_path / "new" / "folder")
    assert list((tmp_path / "new" / "folder").iterdir()) == []


def test_a_folder_that_cannot_be_made_is_refused_by_name(tmp_path):
    (tmp_path / "taken").write_text("a file")
    with pytest.raises(OrlopError, match="taken"):
        check_writable(tmp_path / "taken" / "folder")


def test_a_file_that_can_be_written_has_its_folder_made_and_is_left_as_it_is(tmp_path):
    path = tmp_path / "deep" / "file.bin"
    check_file_writable(path)
    assert list(path.parent.iterdir()) == []
    write_atomically(path, b"one")
    check_file_writable(path)
    assert path.read_bytes() == b"one"


@pytest.mark.parametrize("name", ["folder", "taken/below", "n" * 300, "."])
def test_what_write_atomically_would_refuse_is_refused_beforehand_too(tmp_path, name):
    (tmp_path / "folder").mkdir()
    (tmp_path / "taken").write_text("a file")
    for refused in (lambda path: write_atomically(path, b"x"), check_file_writable):
        with pytest.raises(OrlopError):
            refused(tmp_path / name)


def test_a_link_stays_one_and_its_target_is_written(tmp_path):
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_bytes(b"old")
    try:
        link.symlink_to(target)
    except OSError:
        pytest.skip("links need a right here that this user has not")
    check_file_writable(link)
    write_atomically(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_written_to_and_not_replaced(tmp_path):
    pipe, heard = tmp_path / "pipe", []
    os.mkfifo(pipe)
    listener = threading.Thread(target=lambda: heard.append(pipe.read_bytes()))
    listener.start()
    check_file_writable(pipe)
    write_atomically(pipe, b"told")
    listener.join(10)
    assert heard == [b"told"]
    assert pipe.is_fifo()
