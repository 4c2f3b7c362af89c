"""A small graph in which every text is out to break a file format; invented, for the export tests."""

from kg.model import Edge, Node

TEXTS = {
    "quotes": 'He said "it\'s" \\ and \\" and ``',
    "lines": "one\ntwo\r\nthree\rfour\ttab",
    "lists": "a; b, c | [d] (e) {f} null",
    "markup": "<script>&amp;</script> ]]> <!-- & > < & <",
    "cypher": "`x`}) DETACH DELETE n; //",
    "blanks": "  two before, two behind  ",
    "scripts": "日本語 العربية Ł̲ 🤖 \U0010ffff",
    "formula": "=SUM(A1)",
    "control": "nul\x00 bell\x07 unit\x1f escape\x1b end\ufffe\uffff",
    "surrogate": "half \ud83e of an emoji",
    "null": "null",
    "number": "1e400",
    "long": "x & y < z. " * 10_000,
    "empty": "",
    "codes": "\\u0027}) \\\\u0041 \\\\\\u005c \\U0001F916 \\x27 $x %s &#39; \\",
}


def hostile() -> tuple[list[Node], list[Edge]]:
    """Nodes whose ids, labels, aliases and attributes are TEXTS, ids alike but for case, edges that quote them."""
    nodes = [Node(f"method/{name}", "Method", text, (text, "a; b", 'c"d\\', "null")) for name, text in TEXTS.items()]
    nodes += [Node(f"paper/{name}/{number}", "Paper", text, (), {
        "abstract": text, "venue": "", "year": 2000 + number, "identifiers": (text, "x,y"),
        "titleDerived": number % 2 == 0,
    }) for number, (name, text) in enumerate(TEXTS.items())]
    nodes += [Node(f"benchmark/{text}", "Benchmark", name) for name, text in TEXTS.items() if name != "long"]
    nodes += [Node("model/A", "Model", "A", (), {"size": "7B", "version": "1"}), Node("model/a", "Model", "a"),
              Node("paper/none", "Paper", "A paper of which nothing else is known"),
              Node("modelfamily/a", "ModelFamily", "a"), Node("task/one", "Task", "one", ("one",)),
              Node("task/empty", "Task", "empty", ("",)), Node("task/two", "Task", "two", ("", ""))]
    papers = [node for node in nodes if node.type == "Paper"]
    edges = [Edge(paper.id, relation, f"method/{name}", paper.id, TEXTS[name], 0, 5, 0, 2, 0.5, "rule")
             for paper, name in zip(papers, TEXTS, strict=False) for relation in ("uses", "introduces", "comparesWith")]
    edges += [Edge(paper.id, "evaluatesOn", f"benchmark/{TEXTS['control']}", paper.id, "We test.") for paper in papers]
    edges += [Edge("method/quotes", "variantOf", "method/lines", paper.id, f"As {paper.label[:20]} says.", score=0.25)
              for paper in papers[:3]]
    edges += [Edge("method/quotes", "variantOf", "method/lines", papers[0].id, "And again.", 50, 60, score=0.75),
              Edge("method/quotes", "broader", "method/quotes"), Edge("model/A", "memberOf", "modelfamily/a"),
              Edge("model/a", "memberOf", "modelfamily/a")]
    return nodes, edges
