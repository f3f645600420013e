"""GLSL from package files."""

import re
from importlib.resources import files

import moderngl

VERSION = "#version 330 core\n"
_INCLUDE = re.compile(r'^#include "([\w.]+)"$', re.MULTILINE)


def source(name: str) -> str:
    """Return the text of shader file `name` with every `#include "file"` put in."""
    text = files("orlop.engine.render").joinpath("shaders", name).read_text(encoding="utf-8")
    return _INCLUDE.sub(lambda match: source(match[1]), text)


def program(context: moderngl.Context, name: str, blocks: dict[str, int] | None = None) -> moderngl.Program:
    """Compile `name.vert.glsl` with `name.frag.glsl`; `blocks` binds uniform blocks by name."""
    made = context.program(
        vertex_shader=VERSION + source(f"{name}.vert.glsl"),
        fragment_shader=VERSION + source(f"{name}.frag.glsl"),
    )
    for block, binding in (blocks or {}).items():
        if block in made:  # a block that a shader does not use is optimised away
            member = made[block]
            assert isinstance(member, moderngl.UniformBlock)
            member.binding = binding
    return made


def set_uniform(made: moderngl.Program, name: str, value: object) -> None:
    """Set a uniform, unless the compiler found it unused and dropped it."""
    if name in made:
        made[name] = value
