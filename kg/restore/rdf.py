"""RDF back to nodes and edges, whatever its syntax."""

from typing import BinaryIO

from pyoxigraph import RdfFormat, parse

from kg.errors import GraphError, InputError
from kg.model import Edge, Node
from kg.rdf_reading import nodes_and_edges
from kg.restore.xml import without_dtd
from kg.schema import BASE


def read_rdf(file: BinaryIO, name: str, syntax: RdfFormat) -> tuple[list[Node], list[Edge]]:
    """Every node and edge of a file of RDF, as it was exported; InputError names the line of what is malformed."""
    if syntax == RdfFormat.RDF_XML:
        file = without_dtd(file, name)
    try:
        return nodes_and_edges(parse(file, format=syntax, base_iri=BASE))
    except SyntaxError as error:
        raise InputError(name, f"is not {syntax}: {' '.join(str(error.msg).split())}", error.lineno) from error
    except (ValueError, GraphError) as error:
        raise InputError(name, " ".join(str(error).split())) from error
