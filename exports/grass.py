"""How Neo4j Browser draws the graph: a style sheet in its own language (GraSS) that a user drops on its editor."""

from collections.abc import Iterator

from exports.layout import TYPE_COLOURS

_DARK, _LIGHT = "#2A2C34", "#FFFFFF"
_DIAMETERS = {"Paper": 100, "Result": 70, "Metric": 70, "Author": 70, "Repository": 70}  # pixels; of others 90


def style() -> Iterator[str]:
    """The style sheet: for each type the colour that it has everywhere, and its name as the caption."""
    yield _rule("node", {"diameter": "90px", "color": "#A5ABB6", "border-color": "#9AA1AC", "border-width": "2px",
                         "text-color-internal": _LIGHT, "font-size": "10px", "caption": "{name}"})
    for label, colour in TYPE_COLOURS.items():
        yield _rule(f"node.{label}", {
            "diameter": f"{_DIAMETERS.get(label, 90)}px", "color": colour, "border-color": _darker(colour),
            "text-color-internal": _DARK if _is_light(colour) else _LIGHT, "caption": "{name}"})
    yield _rule("relationship", {"color": "#A5ABB6", "shaft-width": "1px", "font-size": "8px", "padding": "3px",
                                 "text-color-external": "#000000", "text-color-internal": _LIGHT, "caption": "<type>"})


def _rule(selector: str, properties: dict[str, str]) -> str:
    lines = (f"  {name}: {value if name != 'caption' else _quoted(value)};\n" for name, value in properties.items())
    return f"{selector} {{\n{''.join(lines)}}}\n"


def _quoted(caption: str) -> str:
    return caption if caption.startswith("<") else f'"{caption}"'


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:], 16)


def _darker(colour: str) -> str:
    return "#" + "".join(f"{channel * 3 // 4:02x}" for channel in _channels(colour))


def _is_light(colour: str) -> bool:
    red, green, blue = _channels(colour)
    return 0.299 * red + 0.587 * green + 0.114 * blue > 150
