"""`orlop world layers`."""

import json

import pytest

from orlop.tools.cli import main


def told(capsys, *arguments):
    status = main(["world", "layers", *arguments])
    return status, capsys.readouterr()


def test_the_forest_s_layers_are_told_providers_first(capsys):
    status, streams = told(capsys, "--json")
    assert status == 0
    result = json.loads(streams.out)
    assert len(result["digest"]) == 32
    assert result["chunks"] == sum(layer["chunks_around"] for layer in result["layers"])
    known = {}
    for layer in result["layers"]:
        known[layer["name"]] = layer
        for need in layer["needs"]:
            assert layer["reach_m"] >= need["padding_m"]
            assert layer["chunks_for_one"] > known[need["layer"]]["chunks_for_one"]
            assert layer["name"] in known[need["layer"]]["users"]
    assert known["streams"]["reach_m"] == 0.0


def test_the_table_has_a_line_for_each_layer(capsys):
    _, as_json = told(capsys, "--json")
    _, text = told(capsys)
    lines = text.out.splitlines()
    names = [layer["name"] for layer in json.loads(as_json.out)["layers"]]
    assert [line for line, name in zip(lines[1:], names, strict=False) if line.startswith(name)] == lines[
        1 : len(names) + 1
    ]


def test_the_digest_tells_worlds_apart_that_are_kept_apart(capsys):
    digests = [json.loads(told(capsys, "--json", "--seed", seed)[1].out)["digest"] for seed in ("1", "1", "2")]
    assert digests[0] == digests[1] != digests[2]


def test_a_picture_is_drawn_of_the_layer_that_is_named(tmp_path, capsys):
    pictures = []
    for more in ((), ("--of", "paths")):
        out = tmp_path / "layers.png"
        status, streams = told(capsys, "--out", str(out), *more)
        assert status == 0
        assert str(out) in streams.out
        pictures.append(out.read_bytes())
        assert pictures[-1][:8] == b"\x89PNG\r\n\x1a\n"
    assert pictures[0] != pictures[1]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("quayside",), "not generated in layers"),
        (("--of", "path"), "Did you mean paths"),
        (("--out", "."), "Name a file in it."),
        (("--seed", "x"), "whole number"),
    ],
)
def test_what_cannot_be_described_is_one_line_and_status_2(capsys, arguments, said):
    status, streams = told(capsys, *arguments)
    assert status == 2
    assert said in streams.err
    assert streams.err.count("\n") == 1
    assert streams.out == ""
