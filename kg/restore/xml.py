"""XML that a stranger may have written: no document type, so no entity of its own, and no more memory than it needs."""

from collections.abc import Iterator
from io import BytesIO
from typing import BinaryIO
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import iterparse

from kg.errors import InputError


def elements(file: BinaryIO, name: str, *wanted: str) -> Iterator[tuple[str, Element]]:
    """(local name, element) for each element of the wanted local names, at its end; it is emptied afterwards.

    InputError for what is no XML, and for a document type.
    """
    try:
        for _, element in iterparse(file, events=("end",), forbid_dtd=True):
            local = local_name(element)
            if local in wanted:
                yield local, element
                element.clear()
    except ParseError as error:
        raise InputError(name, f"is no XML: {error.msg}", error.position[0]) from error
    except DefusedXmlException as error:
        raise InputError(name, "has a document type or an entity of its own, which is not read") from error


def without_dtd(file: BinaryIO, name: str) -> BinaryIO:
    """The same file, to be read from its start, if it is XML without a document type; InputError if not."""
    content = file.read()
    for _ in elements(BytesIO(content), name):
        pass
    return BytesIO(content)


def local_name(element: Element) -> str:
    """An element's name without its namespace."""
    return str(element.tag).rpartition("}")[2]
