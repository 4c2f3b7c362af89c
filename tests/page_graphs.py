"""Small graphs for the tests of the page: one that tells a story, one of attacks, one of any size."""

from kg.model import Edge, Node

ABSTRACT = "We study 😀 tuning. We propose Foxtrot, a variant of Polka. Foxtrot reaches 71.5 accuracy on Barn-500."
ATTACKS = {
    "script": "<script>window.pwned = 1</script>",
    "closing": "</script><script>window.pwned = 2</script>",
    "spaced": "</script ><script >window.pwned = 6</script ><!--<script ",
    "image": '"><img src=x onerror="window.pwned = 3">',
    "comment": "<!--<script>",
    "template": "${window.pwned = 4} {{window.pwned = 4}} $title $graph",
    "bidi": "\u202eevil\u202c \u2066inner\u2069",
    "null": "nul\x00l \ud83e half",
    "long": "word " * 2000,
    "emoji": "👩‍🔬 🦊 \U0001f9ea",
}


def quoted(
    subject: str,
    relation: str,
    target: str,
    sentence: str,
    mention: str,
    paper: str = "paper/fox",
    text: str = "Foxes\n\n" + ABSTRACT,
) -> Edge:
    start = text.index(sentence)
    at = text.index(mention, start)
    return Edge(
        subject, relation, target, paper, sentence, start, start + len(sentence), at, at + len(mention), 0.9, "cues"
    )


def foxes() -> tuple[list[Node], list[Edge]]:
    """One paper whose findings stand behind an emoji, two more that repeat its claim, a link that is none."""
    nodes = [
        Node(
            "paper/fox",
            "Paper",
            "Foxes",
            attributes={"abstract": ABSTRACT, "year": 2026, "venue": "Den", "arxiv": "2601.00001"},
        ),
        Node(
            "paper/b", "Paper", "Second", attributes={"year": 2025, "venue": "Den", "url": "javascript:window.pwned=5"}
        ),
        Node("paper/c", "Paper", "Third", attributes={"year": 2024, "venue": "Den"}),
        Node("method/foxtrot", "Method", "Foxtrot", ("FXT",)),
        Node("method/polka", "Method", "Polka"),
        Node("benchmark/barn-500", "Benchmark", "Barn-500"),
        Node("metric/accuracy", "Metric", "accuracy"),
        Node("result/1", "Result", "71.5", attributes={"value": "71.5", "kind": "absolute"}),
    ]
    proposing, reaching = "We propose Foxtrot, a variant of Polka.", "Foxtrot reaches 71.5 accuracy on Barn-500."
    edges = [
        quoted("paper/fox", "introduces", "method/foxtrot", proposing, "Foxtrot"),
        quoted("method/foxtrot", "variantOf", "method/polka", proposing, "Polka"),
        quoted("paper/fox", "evaluatesOn", "benchmark/barn-500", reaching, "Barn-500"),
        quoted("paper/fox", "reports", "result/1", reaching, "71.5"),
        quoted("result/1", "onBenchmark", "benchmark/barn-500", reaching, "Barn-500"),
        quoted("result/1", "inMetric", "metric/accuracy", reaching, "accuracy"),
        quoted("result/1", "ofMethod", "method/foxtrot", reaching, "Foxtrot"),
        *(
            Edge("method/foxtrot", "variantOf", "method/polka", paper, "Foxtrot varies Polka.", by="cues")
            for paper in ("paper/b", "paper/c")
        ),
        *(Edge(paper, "uses", "method/foxtrot", paper, "With Foxtrot.") for paper in ("paper/b", "paper/c")),
    ]
    return nodes, edges


def attacks() -> tuple[list[Node], list[Edge]]:
    nodes = [
        Node(
            f"{kind.lower()}/{name}",
            kind,
            text,
            (text,),
            {"abstract": text, "url": f"javascript:{name}"} if kind == "Paper" else {},
        )
        for name, text in ATTACKS.items()
        for kind in ("Paper", "Method")
    ]
    edges = [
        Edge(f"paper/{name}", "uses", f"method/{name}", f"paper/{name}", text, 0, len(text), 0, len(text), by=text[:40])
        for name, text in ATTACKS.items()
    ]
    return nodes, edges


def many_papers(count: int) -> tuple[list[Node], list[Edge]]:
    nodes = [Node(f"paper/{n}", "Paper", f"Paper {n}", attributes={"year": 2000 + n % 20}) for n in range(count)]
    nodes += [Node(f"method/m{n}", "Method", f"Method {n}") for n in range(count)]
    edges = [
        Edge(f"paper/{n}", "uses", f"method/m{m}", f"paper/{n}") for n in range(count) for m in {0, n // 2, n // 3, n}
    ]
    return nodes, edges
