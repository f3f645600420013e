"""The house rules: who may import whom, what is packed, what a file is."""

import ast
import fnmatch
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from functools import cache
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parent.parent
PARTS = ("components", "engine", "levels", "systems", "tools")
DEVICES = {
    "engine/walkway/build/gpu.py",  # the one file of walkway that talks to a device
    "engine/sound/sinks.py",  # the one file of sound that does
}
PAGES = [CHECKOUT / "README.md", *sorted((CHECKOUT / "docs").rglob("*.md"))]
LONG = {
    # file: why it is longer than 300 lines
    "engine/game.py": "the frame, and a level's coming and going, which may interrupt one another",
    "engine/worldgen/world.py": "the one face of layered generation: many methods, each a few lines",
    "engine/worldgen/scheduler.py": "all that one lock guards, and what a chunk goes through under it",
}
OUTSIDE_RENDER = {
    "engine/devices.py",  # keyboard, mouse and gamepad come from pygame
}


def files(*parts):
    """Python files of `parts`, as paths from the checkout with forward slashes."""
    found = [path for part in parts for path in (CHECKOUT / part).rglob("*.py")]
    return sorted(path.relative_to(CHECKOUT).as_posix() for path in found if "__pycache__" not in path.parts)


@cache
def tree(file):
    return ast.parse((CHECKOUT / file).read_text(encoding="utf-8"), file)


@cache
def imports(file):
    """Every module that a file imports, wherever in it: `from a.b import c` counts as `a.b` and as `a.b.c`."""
    names = set()
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names.add(node.module)
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return names


def reaches(file, *packages):
    """Return what of `packages` a file imports."""
    return {name for name in imports(file) for package in packages if name == package or name.startswith(f"{package}.")}


def offenders(checked, *packages):
    return {file: found for file in checked if (found := reaches(file, *packages))}


def test_components_know_only_each_other():
    assert not offenders(files("components"), *(f"orlop.{part}" for part in PARTS if part != "components"))


def test_the_engine_knows_nothing_above_it():
    checked = [file for file in files("engine") if file != "engine/_orlop/__main__.py"]
    assert not offenders(checked, "orlop.components", "orlop.systems", "orlop.levels", "orlop.tools")


def test_systems_know_components_and_engine_only():
    assert not offenders(files("systems"), "orlop.levels", "orlop.tools")


def test_nothing_imports_the_tools_but_the_command():
    checked = [file for file in files("components", "engine", "systems", "levels") if not file.endswith("__main__.py")]
    assert not offenders(checked, "orlop.tools")


@pytest.mark.parametrize("part", ["walkway", "sound", "worldgen"])
def test_each_technique_stands_alone(part):
    others = [f"orlop.engine.{other}" for other in ("walkway", "sound", "worldgen") if other != part]
    above = ["orlop.engine.deck", "orlop.engine.render", "orlop.engine.game"]
    checked = [file for file in files(f"engine/{part}") if file not in DEVICES]
    assert not offenders(checked, *others, *above, "esper", "pygame", "moderngl", "pymunk")


def test_the_scene_reader_needs_no_other_part():
    parts = ("walkway", "deck", "sound", "worldgen", "render")
    assert not offenders(
        files("engine/scene"), *(f"orlop.engine.{part}" for part in parts), "esper", "pygame", "moderngl"
    )


def test_only_render_draws():
    checked = [file for file in files("engine") if not file.startswith("engine/render/") and file not in DEVICES]
    assert not offenders(checked, "moderngl", "glcontext")
    assert not offenders([file for file in checked if file not in OUTSIDE_RENDER], "pygame")
    assert not offenders(files("components"), "moderngl", "pygame", "esper", "pymunk", "numba")


def test_imports_are_absolute_and_through_orlop():
    for file in files(*PARTS, "tests"):
        relative = [node.lineno for node in ast.walk(tree(file)) if isinstance(node, ast.ImportFrom) and node.level]
        assert not relative, f"{file} imports relatively in line {relative}"
        assert not reaches(file, *PARTS), f"{file} imports a part by its bare name: a second copy of every class"


def test_every_module_says_what_it_is():
    silent = [file for file in files(*PARTS) if (CHECKOUT / file).stat().st_size and not ast.get_docstring(tree(file))]
    assert not silent


def test_a_file_holds_one_concept_named_by_its_noun():
    vague = {"util", "utils", "helper", "helpers", "manager", "managers", "misc", "common", "data", "info", "base"}
    names = {file: set(Path(file).stem.split("_")) for file in files(*PARTS)}
    assert not {file: words & vague for file, words in names.items() if words & vague}


def test_a_long_file_has_a_reason():
    lengths = {file: len((CHECKOUT / file).read_text(encoding="utf-8").splitlines()) for file in files(*PARTS)}
    long = {file: length for file, length in lengths.items() if length > 300}
    assert set(long) == set(LONG), "over 300 lines without a reason, or listed though short"


@pytest.mark.parametrize("page", [path.relative_to(CHECKOUT).as_posix() for path in PAGES])
def test_links_between_pages_lead_somewhere(page):
    targets = re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", (CHECKOUT / page).read_text(encoding="utf-8"))
    assert not [target for target in targets if not (CHECKOUT / page).parent.joinpath(target).exists()]


@cache
def setuptools():
    return tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]


def packages_on_disk():
    folders = [Path(file).parent for file in files(*PARTS) if file.endswith("/__init__.py")]
    return {"orlop" if folder.name == "_orlop" else ".".join(("orlop", *folder.parts)) for folder in folders}


def test_every_folder_of_modules_is_a_listed_package():
    assert set(setuptools()["packages"]) == packages_on_disk()
    folders = {Path(file).parent for file in files(*PARTS)}
    assert all((CHECKOUT / folder / "__init__.py").exists() for folder in folders)


def folder_of(package):
    return CHECKOUT / ("engine/_orlop" if package == "orlop" else "/".join(package.split(".")[1:]))


def data_files():
    """Files in package folders that are no modules, by package."""
    found = {}
    for package in setuptools()["packages"]:
        folder = folder_of(package)
        inner = [folder_of(other) for other in setuptools()["packages"] if folder_of(other).parent == folder]
        for path in folder.rglob("*"):
            outside = any(path.is_relative_to(other) for other in inner) or "__pycache__" in path.parts
            if path.is_file() and not outside and path.suffix not in (".py", ".nbi", ".nbc"):
                found.setdefault(package, []).append(path.relative_to(folder).as_posix())
    return found


def test_every_data_file_is_packed_and_every_pattern_has_files():
    patterns = setuptools()["package-data"]
    for package, names in data_files().items():
        for name in names:
            assert any(fnmatch.fnmatch(name, pattern) for pattern in patterns.get(package, [])), f"{package}: {name}"
    for package, globs in patterns.items():
        for pattern in globs:
            assert list(folder_of(package).glob(pattern)), f"{package}: nothing matches {pattern}"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel that this checkout builds, made from a copy so that nothing is left behind."""
    work = tmp_path_factory.mktemp("wheel")
    copy = work / "checkout"
    for part in PARTS:
        shutil.copytree(CHECKOUT / part, copy / part, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE", "NOTICE"):
        shutil.copy(CHECKOUT / name, copy / name)
    build = "import setuptools.build_meta as backend; print(backend.build_wheel('..'))"
    done = subprocess.run(
        [sys.executable, "-c", build],
        cwd=copy,
        check=False,
        capture_output=True,
        text=True,
        env={**os.environ, "CI": "1"},
    )
    assert done.returncode == 0, done.stderr[-2000:]
    with zipfile.ZipFile(work / done.stdout.split()[-1]) as archive:
        return archive.namelist()


def test_the_wheel_holds_every_module_and_data_file_and_nothing_else(wheel):
    expected = {"orlop/" + file.removeprefix("engine/_orlop/") for file in files(*PARTS)}
    for package, names in data_files().items():
        expected.update(f"{package.replace('.', '/')}/{name}" for name in names)
    packed = {name for name in wheel if ".dist-info/" not in name}
    assert packed == expected


def test_the_wheel_carries_licence_and_credits(wheel):
    held = {name.rsplit("/", 1)[-1] for name in wheel if ".dist-info/" in name}
    assert {"LICENSE", "NOTICE", "entry_points.txt"} <= held
