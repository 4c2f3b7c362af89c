"""What each program that reads GraphML goes by: one `Flavour` a program, in `FLAVOURS`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from exports.columns import Claim, clean, clean_id, weight
from exports.layout import Mark
from exports.property_graph import relationship_type
from exports.xml_text import attribute, content, nmtoken
from kg.model import Node

Parts = tuple[str, str]  # XML attributes of an element, each after a blank, and its first data elements


@dataclass(frozen=True)
class Flavour:
    """How GraphML is written for one program; every flavour has the same columns of nodes and edges besides.

    `head` stands in the <graphml> element; `node_keys` and `edge_keys` are declared before the columns. `identifier`
    makes an XML id of a node's id. `list_type` says in a key that its texts are JSON lists.
    """

    node_keys: tuple[str, ...]
    edge_keys: tuple[str, ...]
    node: Callable[[Node, Mark], Parts]
    edge: Callable[[Claim], Parts]
    identifier: Callable[[str], str]
    head: str = ""
    list_type: str = ""
    drawn: bool = False


def key(name: str, kind: str) -> str:
    """A key's own XML attributes."""
    return f'id="{name}" attr.name="{name}" attr.type="{kind}"'


def data(name: str, text: str) -> str:
    """A data element; what its text has of markup is text."""
    return f'<data key="{name}">{content(text)}</data>'


@lru_cache(1 << 16)
def as_it_is(node_id: str) -> str:
    """The id as an XML attribute's value."""
    return attribute(clean_id(node_id))


@lru_cache(1 << 16)
def as_token(node_id: str) -> str:
    """The id as the schema of GraphML wants ids: letters, digits and few signs."""
    return nmtoken(clean_id(node_id))


def _gephi_node(node: Node, mark: Mark) -> Parts:
    red, green, blue = mark.rgb
    return "", (f'{data("label", clean(node.label))}<data key="x">{mark.x}</data><data key="y">{mark.y}</data>'
                f'<data key="size">{mark.size}</data><data key="r">{red}</data><data key="g">{green}</data>'
                f'<data key="b">{blue}</data>')


def _gephi_edge(claim: Claim) -> Parts:
    return f' label="{claim.relation}"', f'<data key="weight">{len(claim.papers) or 1}.0</data>'


def _plain_node(node: Node, mark: Mark) -> Parts:
    return "", data("kg_id", clean_id(node.id)) + data("label", clean(node.label))


def _plain_edge(claim: Claim) -> Parts:
    return "", f'<data key="weight">{weight(claim)}.0</data>'


def _apoc_node(node: Node, mark: Mark) -> Parts:
    return f' labels=":{node.type}"', data("id", clean_id(node.id)) + data("name", clean(node.label))


def _apoc_edge(claim: Claim) -> Parts:
    return f' label="{_relationship_type(claim.relation)}"', ""


def _cytoscape_node(node: Node, mark: Mark) -> Parts:
    return "", data("kg_id", clean_id(node.id)) + data("name", clean(node.label))


def _cytoscape_edge(claim: Claim) -> Parts:
    return "", f'<data key="interaction">{claim.relation}</data>'


def _yed_node(node: Node, mark: Mark) -> Parts:
    half = mark.size / 2
    shape = (f'<y:ShapeNode><y:Geometry height="{mark.size}" width="{mark.size}" x="{mark.x - half:.1f}" '
             f'y="{mark.y - half:.1f}"/><y:Fill color="{mark.colour}" transparent="false"/>'
             f'<y:BorderStyle hasColor="false" type="line" width="1.0"/>'
             f"<y:NodeLabel>{content(clean(node.label))}</y:NodeLabel>"
             f'<y:Shape type="ellipse"/></y:ShapeNode>')
    return "", f'{data("kg_id", clean_id(node.id))}<data key="nodegraphics">{shape}</data>'


def _yed_edge(claim: Claim) -> Parts:
    line = ('<y:PolyLineEdge><y:LineStyle color="#999999" type="line" width="1.0"/>'
            f'<y:Arrows source="none" target="standard"/><y:EdgeLabel>{claim.relation}</y:EdgeLabel></y:PolyLineEdge>')
    return "", f'<data key="edgegraphics">{line}</data>'


_relationship_type = lru_cache(relationship_type)
_WEIGHT = (key("weight", "double"),)
_NAMED = (key("kg_id", "string"), key("label", "string"))

# flavour -> how it is written
FLAVOURS: Mapping[str, Flavour] = MappingProxyType({
    "gephi": Flavour(
        (key("label", "string"), *(key(name, "double") for name in ("x", "y", "size")),
         *(key(name, "int") for name in "rgb")),
        _WEIGHT, _gephi_node, _gephi_edge, as_it_is, drawn=True),
    "apoc": Flavour((key("id", "string"), key("name", "string")), (), _apoc_node, _apoc_edge, as_it_is,
                    list_type=' attr.list="string"'),
    "cytoscape": Flavour((key("kg_id", "string"), key("name", "string")), (key("interaction", "string"),),
                         _cytoscape_node, _cytoscape_edge, as_token),
    "yed": Flavour((key("kg_id", "string"), 'id="nodegraphics" yfiles.type="nodegraphics"'),
                   ('id="edgegraphics" yfiles.type="edgegraphics"',), _yed_node, _yed_edge, as_token,
                   head=' xmlns:y="http://www.yworks.com/xml/graphml"', drawn=True),
    "plain": Flavour(_NAMED, _WEIGHT, _plain_node, _plain_edge, as_token),
})
