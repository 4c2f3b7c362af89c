"""Write the example's graph anew: `make golden`, after a change of the graph that is wanted; git diff shows it."""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
GOLDEN = HERE / "example.tsv"


def lines(graph: Path) -> Iterator[str]:
    """A graph as text: a line for each node and for each edge, without confidences, which differ in the last digits."""
    import kg

    opened = kg.KnowledgeGraph.open(graph)
    for node in opened.nodes():
        told = (f"{name}={value}" for name, value in sorted(node.attributes.items()) if name != "abstract")
        yield "\t".join((node.id, node.label, " | ".join(node.aliases), '; '.join(told))).rstrip()
    for edge in opened.edges():
        place = f"{edge.start}:{edge.end} {edge.mention_start}:{edge.mention_end}" if edge.evidence else ""
        yield "\t".join((edge.subject, edge.relation, edge.object, edge.paper, place)).rstrip()


def main() -> None:
    import kg

    with tempfile.TemporaryDirectory() as folder:
        kg.build(ROOT / "examples" / "example.txt", Path(folder) / "example.kg")
        GOLDEN.write_text("".join(f"{line}\n" for line in lines(Path(folder) / "example.kg")), "utf-8", newline="\n")


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    main()
