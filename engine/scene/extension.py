"""Which glTF extensions change the geometry, and which of them Orlop reads."""

from orlop.engine.error import OrlopError
from orlop.engine.scene.document import Document
from orlop.engine.scene.entry import Entry

COMPRESSIONS = {
    "KHR_draco_mesh_compression": "Draco-compressed",
    "EXT_meshopt_compression": "meshopt-compressed",
    "KHR_meshopt_compression": "meshopt-compressed",
}
INSTANCING = "EXT_mesh_gpu_instancing"

# Read, or without a bearing on where the triangles lie.
_KNOWN = {
    "KHR_mesh_quantization",
    "KHR_lights_punctual",
    "KHR_animation_pointer",
    "KHR_node_visibility",
    "KHR_node_selectability",
    "KHR_node_hoverability",
    "KHR_xmp",
    "KHR_xmp_json_ld",
    "MSFT_texture_dds",
    "MSFT_packing_normalRoughnessMetallic",
    "MSFT_packing_occlusionRoughnessMetallic",
    "AGI_articulations",
    "FB_ngon_encoding",
}
_KNOWN_FAMILIES = ("KHR_materials_", "KHR_texture_", "KHR_audio", "EXT_texture_", "EXT_lights_", "ADOBE_materials_")


def refuse_unreadable_extensions(document: Document) -> None:
    """Raise if the file requires an extension without which its geometry would be wrong.

    Compression that is merely used has a plain fallback, and is looked at mesh by mesh.
    """
    for name in document.root.texts("extensionsRequired"):
        if name in _KNOWN or name.startswith(_KNOWN_FAMILIES):
            continue
        if name in COMPRESSIONS:
            raise compressed(_first_with_mesh(document), name)
        raise OrlopError(
            document.source,
            f"requires the extension {name}, which Orlop does not read",
            "Export it again without that extension.",
        )


def compressed(where: str, extension: str) -> OrlopError:
    """Return the error for geometry packed with `extension`."""
    return OrlopError(
        where,
        f"geometry is {COMPRESSIONS[extension]} ({extension}), which Orlop does not read",
        "Export it again without compression.",
    )


def compression_of(document: Document, primitive: Entry, accessor: int, where: str) -> str | None:
    """Return the extension that `accessor` of `primitive` can't be read without, or None.

    A Draco primitive may carry its plain vertices too, as may a meshopt buffer view; then
    they are read and the compressed ones ignored.
    """
    entry = document.item("accessors", accessor, where)
    if not entry.has("bufferView"):
        draco = "KHR_draco_mesh_compression"
        return draco if primitive.entry("extensions").has(draco) else None
    view = document.item("bufferViews", entry.index("bufferView"), where)
    packed = next((name for name in COMPRESSIONS if view.entry("extensions").has(name)), None)
    if packed is None:
        return None
    buffer = document.item("buffers", view.index("buffer"), where)
    stands_in = buffer.entry("extensions").entry(packed).truth("fallback")
    return packed if stands_in and not buffer.has("uri") else None


def _first_with_mesh(document: Document) -> str:
    """Where to look for geometry that is packed throughout: the first node with a mesh."""
    for index in range(document.count("nodes")):
        node = document.item("nodes", index, document.source)
        if node.has("mesh"):
            return f'{document.source}, node "{node.text("name") or index}"'
    return document.source
