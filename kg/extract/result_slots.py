"""Which benchmark, model, method and baseline a reported number belongs to."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kg.extract.model_names import models_in
from kg.extract.names import entries_in
from kg.extract.numbers import Number, number_lists
from kg.extract.reading import Reading
from kg.lexicon import Lexicon
from kg.model import Document, Entity

_BENCH = re.compile(r"(?<![\w-])[\w.-]*[A-Za-z\d]-?Bench(?:mark)?(?:-[A-Z]\w*)?(?![\w-])|(?<![\w-])\w+-[Bb]ench(?![\w-])")
_ON_NAME = re.compile(
    r"[\d%×)] (?:[\w-]+ ){0,3}?(?:on|in) (?:the )?((?:[A-Z][A-Za-z]*[A-Z\d][\w*+-]*|[A-Z][a-z]+[A-Z-][\w-]*|[A-Z]{3,}[\w-]*)(?: \d+(?:\.\d+)?)?)(?![\w%])"
    r"(?! (?:models?|GPUs?|GPU|architectures?|method|framework))")
_MEASURE = re.compile(r"(?:^R2|@\d+|MSE|MAE|MAPE|CRPS|AU[A-Z]{1,3}|F1|ACC|PSNR|SSIM|FID|IoU|NDCG|MRR|[WCE]ER|ECE|ASR|NLL|PPL)$")
_NEW_BENCHMARK = re.compile(
    r"\b(?:introduc|present|propos|releas|develop|construct|buil[dt]|creat|contribut|curat)\w*\s+(?:the |a )?([A-Z][\w*-]*[A-Za-z\d])"
    r"(?: \([^()]*\))?(?:,? (?:a|an|the|which|as|-)\b|:)[^.;]{0,90}\b(?:benchmark|dataset|suite|testbed|corpus|environment)")
_ACTS = re.compile(
    r"(?:\s\([^()]*\))?\s(?:consistently |significantly |also |further |substantially )?(?:(?:achieve|improve|outperform|reduce|surpass|boost|"
    r"attain|increase|deliver|yield|accelerate|enable|obtain|exceed|lower|reach|cut|match|maintain|generalize)(?:s|es)?|is [\d$])\b")
_ON = re.compile(r"\b(?:on|in|across)\s(?:the\s)?$")
_GOES_ON = re.compile(r"(?:This|These|It|Its|They|Such|Here|There|Specifically|In particular|Notably|Moreover|Our|We|Even)\b")
_SIZED = re.compile(r"(?<![\w-])[A-Z][\w.-]*[A-Za-z]-\d+(?:\.\d+)?B(?![\w-])")
_AS_PRINTED = ("Metric", "Benchmark")
_THAN = re.compile(
    r"\b(?:over|compared (?:to|with|against)|than(?! [\d\\$~])|relative to|versus|vs\.?|against|outperform(?:s|ed|ing)?|surpass(?:es|ed|ing)?|"
    r"exceed(?:s|ed|ing)?|beat(?:s|ing)?|rival(?:s|ing|ling)|on par with|comparable (?:to|with))\s[^.;:]{0,60}$", re.IGNORECASE)
_NOT_BEATEN = re.compile(
    r"\b(?:base|backbone|vanilla|original)\W+$|(?<!compared)(?<!comparable)(?<!par) (?:with|on|using|across) (?:the )?$")
_COMPARED_FIRST = re.compile(r"^(?:Compared (?:to|with|against)|Relative to|Unlike)\b[^,]*, ")
_ABBREVIATED = re.compile(r"\b(?:e\.g\.|i\.e\.|et al\.),?")
_OURS = re.compile(r"\b(?:our|we|it|this|its)\b", re.IGNORECASE)
_MODELS_AT_LARGE = re.compile(
    r"\b(?:even|advanced|state-of-the-art|SOTA|leading|frontier|existing|current|best|strongest|top|proprietary|open|most|many)\b[^.;,]{0,40}"
    r"\b(?:models?|(?:[MV]?L?LM|VLM|agent)s?)\b", re.IGNORECASE)
_TIES = re.compile(r"^[^;:.]{0,90}$")
_ALONGSIDE = re.compile(r"^(?!.*\b(?:on|in|for|vs|versus|from|to|than|over)\b)[^;.]{0,45}\b(?:and|,)[^;.]{0,12}$")
_COORDINATED = re.compile(r"^[\s()]*(?:[,/&+]|(?:and|or|as well as)\b)[\s,/&()+]*(?:(?:and|or|as well as)\b)?[\s,/&()+]*(?:the )?$")


@dataclass(frozen=True, slots=True)
class Place:
    """An entity of a slot's type named at [start, end) of the plain text, with the name that fills the slot."""

    start: int
    end: int
    entity: Entity
    name: str


def places(text: Reading, document: Document, types: Sequence[str], lexicon: Lexicon | None = None) -> list[Place]:
    """Where a document names entities of some types, in order; of overlapping places the longer one.

    With a lexicon, also names that it or the grammar of model names knows and that the document does not link.
    """
    linked = [(*text.plain_span(link.mention), link.entity) for link in document.links]
    found = [(start, end, 0, entity) for start, end, entity in linked if entity.type in types]
    if lexicon is not None:
        own = introduced(document, "Method") if "Benchmark" in types else []
        found += [(start, end, 1, entity) for start, end, entity, surely in _known(text, types, lexicon)
                  if all(end <= first or last <= start or not _blocks(other, types, surely and other not in own)
                         for first, last, other in linked)]
    kept: list[Place] = []
    for start, end, _, entity in sorted(found, key=lambda one: (one[0], one[2], -one[1], one[3].name)):
        if entity.type == "Benchmark" and _ACTS.match(text.text, end) and not _ON.search(text.text[max(0, start - 12):start]):
            continue
        if not kept or start >= kept[-1].end:
            printed = " ".join(text.text[start:end].split())
            kept.append(Place(start, end, entity, printed if entity.type in _AS_PRINTED else entity.name))
    return kept


def _blocks(linked: Entity, types: Sequence[str], surely: bool) -> bool:
    """Whether a link keeps a name from being of some types: not a metric's, nor a method's where the name is telling."""
    return linked.type in types or linked.type not in (("Metric", "Method") if surely else ("Metric",))


def _known(text: Reading, types: Sequence[str], lexicon: Lexicon) -> Iterator[tuple[int, int, Entity, bool]]:
    """(start, end, entity, whether its name alone tells what it is) of what the lexicon and patterns know."""
    for first, last, entry in entries_in(text, lexicon):
        if entry.type in types and entry.type != "ModelFamily":
            yield text.words[first][0], text.words[last - 1][1], Entity(entry.type, entry.name), True
    if "Benchmark" in types:
        for match in _BENCH.finditer(text.text) if "ench" in text.text else ():
            yield *match.span(), Entity("Benchmark", match.group()), True
        for match in _ON_NAME.finditer(text.text):
            if _MEASURE.search(match.group(1)) or lexicon.find(match.group(1), "Metric"):
                continue
            yield *match.span(1), Entity("Benchmark", match.group(1)), False
    if "Model" in types:
        for match in _SIZED.finditer(text.text):
            yield *match.span(), Entity("Model", match.group()), True
        for model in models_in(text, lexicon):
            entity = Entity("Model" if model.specific else "ModelFamily", model.name)
            yield model.start, model.end, entity, model.specific


def assigned(text: Reading, found: list[Number], named: list[Place], beaten: bool) -> list[str | None]:
    """For each number the name of the thing that its sentence ties it to, None where nothing is tied.

    Numbers and names that are listed alike are paired in order; else a name behind a number and before the next one,
    then the name before it, unless that is one of several named in a row. With `beaten`, names behind "than", "over" and the like are left out.
    """
    answer: list[Place | None] = [None] * len(found)
    carried: Place | None = None
    for start, end in text.sentences:
        numbers = [at for at, number in enumerate(found) if start <= number.start < end]
        inside = [place for place in named if start <= place.start < end]
        if not inside and carried and not beaten and _GOES_ON.match(text.text, start):
            for at in numbers:
                answer[at] = carried
            continue
        carried = inside[0] if len({place.name for place in inside}) == 1 else None
        if not numbers or not inside:
            continue
        lists = [names for names in _name_lists(text.text, inside)
                 if not beaten or not _is_beaten(text.text[start:names[0].start])]
        own = [place for names in lists for place in names]
        several = [place for names in lists if len({place.name for place in names}) > 1 for place in names]
        for at in reversed(numbers):
            tied = _tied(text.text, found, at, _in_clause(text.text, found[at], own), start, end, answer)
            answer[at] = _bracketed(text.text, found[at], inside) or (tied if tied not in several else None)
        _pair_lists(text.text, found, numbers, lists, answer, "respectively" in text.text[start:end])
    return [place.name if place else None for place in answer]


def _is_beaten(before: str) -> bool:
    before = _COMPARED_FIRST.sub("", _ABBREVIATED.sub("", before))
    return bool(_THAN.search(before)) and not _NOT_BEATEN.search(before)


def _in_clause(text: str, number: Number, inside: list[Place]) -> list[Place]:
    """The places between the semicolons around a number, all of the sentence's where there are none."""
    near = [place for place in inside if ";" not in text[min(place.end, number.right):max(place.start, number.left)]]
    return near or inside


def _bracketed(text: str, number: Number, inside: list[Place]) -> Place | None:
    """The place right before a bracket with the number ("GPT-5 (35.1%)", "Qwen3: 54%"), or in one behind it."""
    for place in inside:
        if place.end <= number.left and re.fullmatch(
            r"['’s]*(?: model)?\s?(?:\(|:\s?|=\s?)\W{0,2}(?:vs\.? )?", text[place.end : number.left]
        ):
            return place
        if number.right <= place.start and re.fullmatch(r"\s\(", text[number.right:place.start]):
            return place
    return None


def _tied(
    text: str, found: list[Number], at: int, inside: list[Place], start: int, end: int, answer: list[Place | None]
) -> Place | None:
    number = found[at]
    following = found[at + 1].left if at + 1 < len(found) and found[at + 1].left < end else end
    before = max(start, found[at - 1].right) if at else start
    behind = [place for place in inside if number.right <= place.start < following]
    if behind and re.search(
        r"\b(?:on|in|for|with|of|at|using)\s[^;,]{0,50}$|[(]\s*$", text[number.right : behind[0].start]
    ):
        return behind[0]
    ahead = [place for place in inside if place.end <= number.left]
    between = [
        place for place in ahead if place.start >= before and not (at and _belongs_ahead(text[before : place.start]))
    ]
    if between:
        return between[-1]
    if following < end and _ALONGSIDE.match(text[number.right:following]) and answer[at + 1]:
        return answer[at + 1]
    if behind and _TIES.match(text[number.right:behind[0].start]):
        return behind[0]
    if ahead:
        return ahead[-1]
    return inside[0] if inside else None


def _belongs_ahead(before: str) -> bool:
    """Whether words between a number and a name tie the name to that number ("82.3% mAP on CUHK-SYSU")."""
    return bool(re.search(r"\b(?:on|in)\s(?:the )?$", before)) and not re.search(
        r"[,;.:]|\band (?:on|in)\b|\bwhile\b", before
    )


def _pair_lists(
    text: str,
    found: list[Number],
    numbers: list[int],
    lists: list[list[Place]],
    answer: list[Place | None],
    respectively: bool,
) -> None:
    """Pair lists of numbers with the lists of names of the same length that stand nearest to them.

    "16.1%/5.1% and 20.7%/11.8%, respectively" is two pairs for two names; "2.26x (9.4%) and 2.23x (11.1%), respectively"
    pairs the numbers of each unit.
    """
    groups = [[[at] for at in run] for run in number_lists(text, found, numbers)]
    groups += [_slash_groups(text, found, [at for (at,) in group]) for group in groups]
    if respectively:
        groups += [
            [[at] for at in numbers if found[at].unit == unit]
            for unit in sorted({found[at].unit or "" for at in numbers})
        ]
    for group in groups:
        fitting = [names for names in lists if len(names) == len(group)]
        if len(group) < 2 or not fitting:
            continue
        first, last = found[group[0][0]], found[group[-1][-1]]
        nearest = min(fitting, key=lambda names: min(abs(names[0].start - last.right), abs(first.left - names[-1].end)))
        for members, place in zip(group, nearest, strict=True):
            for at in members:
                answer[at] = place


def _slash_groups(text: str, found: list[Number], run: list[int]) -> list[list[int]]:
    """A list's numbers in groups that are joined by slashes inside and by "and" or commas outside."""
    groups: list[list[int]] = []
    for at in run:
        if groups and "/" in text[found[at - 1].right:found[at].left]:
            groups[-1].append(at)
        else:
            groups.append([at])
    return groups if len(groups) < len(run) else []


def _name_lists(text: str, inside: list[Place]) -> list[list[Place]]:
    runs: list[list[Place]] = []
    for place in inside:
        if runs and _COORDINATED.match(text[runs[-1][-1].end:place.start]):
            runs[-1].append(place)
        else:
            runs.append([place])
    return runs


def sole(document: Document, predicates: Sequence[str], types: Sequence[str]) -> str | None:
    """The name of the one thing of some types that the paper has in some relations, None for none or several."""
    found = {one.object.name for one in document.relations if one.predicate in predicates and one.object.type in types}
    return found.pop() if len(found) == 1 else None


def own_benchmark(text: Reading, document: Document) -> str | None:
    """The benchmark that a paper is about: the one that it introduces, says to introduce, or is alone evaluated on."""
    new = {
        one.object.name
        for one in document.relations
        if one.predicate == "introduces" and one.object.type == "Benchmark"
    }
    new = new or {
        one.object.name
        for one in document.relations
        if one.predicate == "introduces" and _BENCH.fullmatch(one.object.name)
    }
    if new:
        return new.pop() if len(new) == 1 else None
    said = _NEW_BENCHMARK.search(text.text)
    return said.group(1) if said else sole(document, ("evaluatesOn",), ("Benchmark",))


def is_of_others(text: Reading, number: Number, own: str) -> bool:
    """Whether a number's sentence has the paper's own model as a rival, or tells what models in general reach."""
    start, end = text.sentences[text.sentence_at(number.start)]
    named = text.text.rfind(own, start, end)
    if named >= 0:
        return _is_beaten(text.text[start:named])
    return bool(_MODELS_AT_LARGE.search(text.text, start, number.left))


def introduced(document: Document, kind: str) -> list[Entity]:
    """What the paper introduces of a type."""
    return [one.object for one in document.relations if one.predicate == "introduces" and one.object.type == kind]


def method_of(text: Reading, number: Number, methods: list[Place], own: list[Entity]) -> str | None:
    """The introduced method where the sentence names it or speaks of ours; the rival before a bracketed number."""
    start, _ = text.sentences[text.sentence_at(number.start)]
    lead = text.text[start:number.left]
    beside = [place for place in methods if place.end <= number.left and number.left - place.end <= 3]
    if beside and lead.rstrip().endswith("("):
        return beside[-1].entity.name
    names = {entity.name for entity in own}
    inside = [
        place.entity.name for place in methods if start <= place.start < number.left and place.entity.name in names
    ]
    if inside:
        return inside[0]
    return own[0].name if own and _OURS.search(lead) else None


def baseline_of(text: Reading, number: Number, rivals: list[Place]) -> str | None:
    """The rival that the number's sentence compares with, the one behind the number first."""
    start, end = text.sentences[text.sentence_at(number.start)]
    compared = [place for place in rivals if start <= place.start < end and _THAN.search(text.text[start:place.start])]
    behind = [place for place in compared if place.start >= number.right]
    chosen = behind[:1] or compared[-1:]
    return chosen[0].entity.name if chosen else None
