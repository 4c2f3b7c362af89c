"""Where the spellings of well-known methods in a list of papers lead to: one node each, or which others.

    python -m benchmarks.spellings ../shared/corpora/icml2026.jsonl.xz

Every place of a title or abstract that a pattern finds is looked up among the finds of its paper; a place that lies
within a longer name is that name's.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

import kg
from kg.lexicon import Lexicon, load_lexicon
from kg.link.evidence import Evidence
from kg.link.names import Profile, names
from kg.link.vocabulary import vocabulary
from kg.model import Document, Entity

# node -> what its spellings look like
SPELLINGS = {
    "method/dpo": r"\bDPO\b|direct preference optimi[sz]ations?",
    "method/grpo": r"\bGRPO\b|group(?:ed)?[- ]relative policy optimi[sz]ations?",
    "method/mixture-of-experts": r"\bMoEs?\b|mixtures?[- ]of[- ]experts?",
    "method/speculative-decoding": r"speculative[- ](?:decoding|sampling)|draft-(?:then|and)-verify",
}


def spelled(documents: Iterable[Document], ids: Mapping[Profile, str]) -> dict[str, Counter[tuple[str, str]]]:
    """Node -> (node that a spelling leads to, the name that it stands in) -> places; empty where nothing found it."""
    found: dict[str, Counter[tuple[str, str]]] = {node: Counter() for node in SPELLINGS}
    for document in documents:
        text, profiles = document.paper.text, names(document).profiles
        for node, pattern in SPELLINGS.items():
            for match in re.finditer(pattern, text, re.IGNORECASE):
                found[node][next(_leads(document, profiles, ids, match.start(), match.end()), ("", ""))] += 1
    return found


def _leads(
    document: Document, profiles: Mapping[Entity, Profile], ids: Mapping[Profile, str], start: int, end: int
) -> Iterator[tuple[str, str]]:
    for link in sorted(document.links, key=lambda link: link.mention.start - link.mention.end):
        if link.mention.start <= start and end <= link.mention.end and link.entity in profiles:
            yield ids[profiles[link.entity]], link.mention.text


def ids_of(documents: Iterable[Document], lexicon: Lexicon) -> Mapping[Profile, str]:
    """The node id of each thing that documents name, as linking gives it."""
    shown: Counter[Profile] = Counter()
    introducing: Counter[Profile] = Counter()
    for document in documents:
        profiles = names(document).profiles
        shown.update(set(profiles.values()))
        introducing.update({profiles[r.object] for r in document.relations if r.predicate == "introduces"})
    evidence = Evidence()
    for profile, papers in shown.items():
        evidence.add(profile, papers, introducing[profile])
    return vocabulary(shown, lexicon, evidence).ids


def main() -> None:
    """Print, for each method, where its spellings lead and how often."""
    documents = list(kg.extracted(sys.argv[1:]))
    for node, leads in spelled(documents, ids_of(documents, load_lexicon())).items():
        total = leads.total()
        own = sum(count for (lead, _), count in leads.items() if lead == node)
        nothing = leads["", ""]
        print(f"{node}: {total} places, {own} lead there, {nothing} are in no find, {total - own - nothing} elsewhere")
        for (lead, text), count in sorted(leads.items(), key=lambda one: (-one[1], one[0])):
            if lead not in ("", node):
                print(f"    {count:4}  {lead}  {text!r}")


if __name__ == "__main__":
    main()
