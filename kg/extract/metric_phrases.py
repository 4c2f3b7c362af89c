"""What a number measures, as the words beside it say: "a 47.4% success rate", "accuracy of 86%", "cuts latency by 30%"."""

import re

_DETERMINERS = "a|an|the|its|their|our|this|that|these|those|all|both|each|any|some|no|such"
_MODIFIERS = (
    "average|averaged|overall|mean|absolute|relative|total|additional|extra|further|respective|median|maximum|minimum|peak|"
    "impressive|significant|substantial|high|low|higher|lower|better|greater|larger|smaller|more|less|fewer|shorter|longer|stronger|"
    "strong|new|modest|uniform|steady|meaningful|uparrow|downarrow|remarkable|notable|worst|best|good|top|near|near-perfect|improved|increased|reduced|consistent|similar|only|original|"
    "additive|percentage|percent|state-of-the-art|sota|↑|↓|corresponding|approximate|final|end|worse|poor|up"
)
_DIRECTIONS = (
    "improvements?|gains?|increases?|reductions?|decreases?|drops?|loss(?:es)?|boosts?|degradations?|uplifts?|savings?|advantages?|"
    "amplifications?|declines?|penalty|rise|lift|jump|improvement|delta|margin|gap|change|overhead"
)
_SPEEDS = "speedups?|speed-ups?|speed up|accelerations?|slowdowns?"
_GENERIC = re.compile(
    r"(?:performances?|results?|improvements?|values?|levels?|numbers?|score|average|model|models|baselines?|method|methods|tasks?|task "
    r"performance|time|times|margin|case|cases|points?|it|them|which|state|art|settings?|benchmarks?|datasets?|more|less|gains?|figure|factor|terms|\w+ly|[\w.-]+-\d+(?:\.\d+)?B)",
    re.IGNORECASE)
_STOPS = frozenset((
    "on in for over with while at across compared than and or but from to by when using under without as that which versus vs against "
    "of relative respectively is are was were be been has have had can we it they where whereas yet through via per into within among "
    "between during after before if so then also not both given despite due because since until upon toward towards outperforming "
    "surpassing improving reducing achieving reaching yielding compared comparing showing demonstrating including averaging "
    "maintaining preserving achieves achieve achieved reaches reach attains attain obtains yields improves reduces increases "
    "decreases boosts outperforms surpasses exceeds shows show demonstrates demonstrate enabling resulting leading requiring "
    "delivering delivers deliver giving gives providing provides remains remain drops falls rises report reports establishing sets "
    "setting exhibits exhibit records recording scores scoring gets get obtaining attaining exceeding above below about around nearly "
    "up only just even still averaged measured compare relative like e.g i.e respectively over beyond produces producing see has having "
    "incurs incur incurring matches bringing brings degrade degrades degrading restores restore restoring alongside trailing "
    "rivaling retaining retains retain requires require exceeds surpass surpasses outperform outperforms yielding doubles doubling "
    "detects detect completes accounts supporting supports evaluated observed approximately roughly"
).split())
_TOKEN = re.compile(r"[^\s,.;:()\[\]—\"“”]+(?:[.@:/][^\s,.;:()\[\]—\"“”]+)*|[,.;:()\[\]—\"“”]")
_VERB = re.compile(
    r"\b(?:improv(?:e[sd]?|ing)|increas(?:e[sd]?|ing)|reduc(?:e[sd]?|ing)|decreas(?:e[sd]?|ing)|rais(?:e[sd]?|ing)|lower(?:s|ed|ing)?|"
    r"boost(?:s|ed|ing)?|enhanc(?:e[sd]?|ing)|cut(?:s|ting)?(?: down)?|shorten(?:s|ed|ing)?|sav(?:e[sd]?|ing)|accelerat(?:e[sd]?|ing)|"
    r"elevat(?:e[sd]?|ing)|lift(?:s|ed|ing)?|drop(?:s|ped|ping)?|speed(?:s|ing)? up|slash(?:es|ed|ing)?|advanc(?:e[sd]?|ing)|"
    r"shrink(?:s|ing)?|doubl(?:es|ing)|tripl(?:es|ing)|halv(?:es|ing)|mitigat(?:e[sd]?|ing)|eliminat(?:e[sd]?|ing)|degrad(?:e[sd]?|ing)|compress(?:es|ed|ing)?|push(?:es|ed|ing)?|"
    r"minimi[sz](?:e[sd]?|ing)|increase|scal(?:e[sd]?|ing)|bring(?:s|ing)?(?: down)?|mov(?:e[sd]?|ing)|trim(?:s|med|ming)?|preserv\w+|retain\w*) ",
    re.IGNORECASE)
_JOINT = re.compile(
    r"(?:\b(?:of|by|to|from|at|is|are|was|were|remains?|persists|reach(?:es|ing)?|as|approach(?:es|ing)|exceed(?:s|ing)?|above|below|around|"
    r"averages?(?! (?:from|to|by|of)\b)|averaging|up|about|over|nearly|almost|approximately|roughly|only|just|more than|less than|at least|at most|under|"
    r"an?|average(?! (?:from|to|by|of)\b)|additional|mere|low|high|much|as|increas\w+|improv\w+|drop\w*|ris\w+|fall\w*|within|near|lower|higher|than|values?|scores?)\s+|[=≈~<>≤≥:+$∼↑↓±(-]\s*)+$",
    re.IGNORECASE)
_BOUND = re.compile(r"\s(?:\(|as (?:high|low|much|little|many|few) as\s)[>~≈<≥≤ ]*(?:up to )?$")
_FREQUENT = re.compile(
    r"\s(?:is|are|was|were|becomes?|remains?) (?:\w+ly |more |less |most )?(?:common|rare|frequent|prevalent|widespread|infrequent)$")
_FASTER = re.compile(r"^(?:faster|quicker|slower|higher-speed)$", re.IGNORECASE)
_TIMED = re.compile(r"\b(?:times?|runtime|latency|throughput|speed|efficiency|cost|convergence|TTFT|TPOT|QPS|FLOPs?)$", re.IGNORECASE)
_ACTED = re.compile(r"\b(?:inference|training|decoding|sampling|generation|convergence|prefill\w*|execution|serving|processing|(?:for|back)ward pass(?:es)?)$", re.IGNORECASE)
_QUALITIES = {"diverse": "diversity", "efficient": "efficiency", "accurate": "accuracy", "often": "frequency", "robust": "robustness",
              "consistent": "consistency", "likely": "likelihood", "expensive": "cost", "parameter-efficient": "parameter efficiency"}
_MEASURES = re.compile(
    r"(?:\b(?:rates?|accurac(?:y|ies)|scores?|errors?|latenc(?:y|ies)|throughput|times?|runtime|costs?|memory|usage|consumption|footprint|"
    r"F1|F1-scores?|AUC|AUROC|AUPRC|m?AP|m?IoU|[gc]IoU|PSNR|SSIM|FID|[rg]FID|LPIPS|BLEU|ROUGE(?:-\w)?|precision|recall|perplexity|"
    r"speed|speedups?|speed-?ups?|size|lengths?|tokens|parameters|FLOPs?|compute|computation|energy|steps|calls|correlations?|success|"
    r"diversity|coverage|overhead|gap|quality|efficiency|MSE|MAE|RMSE|TTFT|TPOT|QPS|hours|safety|rewards?|regret|robustness|"
    r"consistency|correctness|generalization|factuality|fidelity|samples|evaluations|passes|iterations|interactions|traces|"
    r"complexity|bandwidth|communication|VRAM|helpfulness|harmlessness|compliance|performance|alignment|agreement|wins|ratio|"
    r"budget|violations?|hallucinations?|toxicity|bias|variance|queries|frames|data|points|frequency|savings?|storage|acceptance|"
    r"ρ|τ|R2|NDCG(?:@\w+)?|MRR|Elo)|@\s?\w+|\b[A-Z]{2,6})(?:\s*\([^()]*\)?)?$")
_NOT_MEASURED = re.compile(
    r"\b(?:baselines?|models?|methods?|approach(?:es)?|guardrails|experts?|agents?|systems?|retrievers?|LLMs?|protection|frameworks?|"
    r"benchmarks?|datasets?|settings?|scenarios?|domains?|tasks?|bugs|attacks|settings|regimes?|training|competitors?|algorithms?|"
    r"techniques|strategies|apart|rare|little|out|eliminating|variants?|versions?|architectures?|papers|languages|networks?|cases|"
    r"humans?|state|art|distribution|in-distribution|out-of-distribution|GRPO['’]s|fine-tuning|pre-training|inference|\w+['’]s)$"
    r"|\b(?:ranging|capped|outperforms?|persists|complies|requires?|achieves?|significantly|consistently|substantially|only)\b")
_PLURAL = re.compile(r"(?:accuracies|latencies|rates|scores|losses|errors|perplexities|throughputs|probabilities|similarities)$", re.IGNORECASE)
_COUNTS = frozenset("number amount volume ratio rate rates percentage fraction proportion share probability cost quality".split())
_COEFFICIENT = re.compile(r"(Spearman|Pearson|Kendall)(?:['’]?s)?(?: rank)?(?: correlation)?(?: coefficient)?(?: [ρτr]| rho| tau)?", re.IGNORECASE)
_SHORT_FORM = re.compile(r" \(\W?[A-Z][A-Z\d]\w{0,6}\W?\)(?= \w)")
_BEATEN = re.compile(r"\b(?:outperform|surpass|exceed|beat)(?:s|es|ed|ing)?(?: [\w.-]+){1,2}\s*$", re.IGNORECASE)
_SIZED = re.compile(r"(?:smaller|larger|bigger)(?: [\w-]+)? models?", re.IGNORECASE)
_SPELLED = re.compile(r"(.+) ([A-Z][A-Za-z]*[A-Z])s?")
_ADJECTIVES = {"computational": "computational cost", "computation": "computational cost", "compute": "compute", "parametric": "parameters", "token": "tokens"}
_NAMED_SO = re.compile(r"(?:mean|average) (?:squared|absolute|average precision|precision|reciprocal|opinion|error|IoU)|(?:absolute|relative) error", re.IGNORECASE)
_ACTIONS = frozenset("inference training decoding sampling generation convergence prefill execution serving processing".split())


def metric_phrases(left: str, right: str) -> list[str]:
    """The noun phrases beside a number that may name what it measures, the likeliest first.

    `left` and `right` are the text of the sentence before and behind it, up to the numbers next to it.
    """
    aside = _aside(right)
    found = [_behind(right), _object(left), _before(left), aside if is_measure(aside) else ""]
    return [phrase for phrase in dict.fromkeys(found) if phrase]


def loose_phrase(left: str) -> str:
    """The noun phrase right before a number that says how much there is of it, in parentheses or behind "as high as".

    >>> loose_phrase("all models show contamination ("), loose_phrase("trained for epochs ")
    ('contamination', '')
    """
    bound = _BOUND.search(left)
    head = _FREQUENT.sub("", left[:bound.start()]) if bound else ""
    return _tidy(_noun_phrase_ending(head)[-3:])


def is_generic(phrase: str) -> bool:
    """Whether a phrase tells of a change and of nothing that changes.

    >>> is_generic("relative gains"), is_generic("accuracy gains")
    (True, False)
    """
    words = phrase.split()
    return bool(words) and bool(re.fullmatch(_DIRECTIONS, words[-1], re.IGNORECASE)) and not _tidy(words[:-1])


def is_measure(phrase: str) -> bool:
    """Whether a phrase ends with a word for something that is measured.

    >>> is_measure("inference latency"), is_measure("strong baselines")
    (True, False)
    """
    return bool(_MEASURES.search(phrase))


def names_nothing_measured(phrase: str) -> bool:
    """Whether a phrase ends with a word for a competitor, a setting or a state, or holds a verb."""
    return bool(_NOT_MEASURED.search(phrase))


def _behind(text: str) -> str:
    """"47.4% success rate", "4.8% accuracy drop", "20% reduction in latency", "3x fewer samples", "2x faster inference"."""
    tokens = _noun_phrase(text)
    rest = text[tokens[-1][1]:] if tokens else text
    words = [text[start:end] for start, end in tokens]
    if not words:
        return ""
    if _SIZED.fullmatch(" ".join(words)):
        return "model size"
    if words[0].lower() == "more" and len(words) > 1 and words[1].lower() in _QUALITIES:
        return _QUALITIES[words[1].lower()]
    if _FASTER.match(words[0]):
        return f"{words[1]} speed" if len(words) > 1 and words[1].lower() in _ACTIONS else ""
    if re.fullmatch(_SPEEDS, words[-1], re.IGNORECASE):
        inner = _after_preposition(rest, ("in", "of")) if not _tidy(words[:-1]) else ""
        return inner if _TIMED.search(inner) else f"{inner} speed" if _ACTED.search(inner) else _tidy(words)
    if re.fullmatch(_DIRECTIONS, words[-1], re.IGNORECASE):
        inner = _tidy(words[:-1])
        if not inner and is_measure(elsewhere := _after_preposition(rest, ("on", "at", "for"))):
            return elsewhere
        return inner or _after_preposition(rest, ("in", "of"))
    return _tidy(words)


def _aside(text: str) -> str:
    """"outperforms X by 5% in accuracy", "3.5 points of accuracy", "by 2% on average F1"."""
    words = _after_preposition(text, ("in", "of", "in terms of")).split()
    return _tidy(words[:-1] if len(words) > 1 and re.fullmatch(_DIRECTIONS, words[-1], re.IGNORECASE) else words)


def _after_preposition(text: str, prepositions: tuple[str, ...]) -> str:
    match = re.match(rf"\s*(?:on average |average )?(?:{'|'.join(prepositions)})\s+", text)
    if not match:
        return ""
    rest = text[match.end():]
    return _tidy([rest[start:end] for start, end in _noun_phrase(rest)])


def _object(text: str) -> str:
    """"reduces latency by 30%", "increasing the F1 score from 12.3", "reducing token costs 6x"."""
    joint = _JOINT.search(text)
    head = text[:joint.start()] if joint else text
    verbs = list(_VERB.finditer(head))
    said = joint.group().lower().replace("up to", "") if joint else ""
    if not verbs or _BEATEN.search(head) or not re.search(r"\b(?:by|from|to|below|above|of)\b|^\W*$", said):
        return ""
    rest = head[verbs[-1].end():]
    if re.search(r";|, (?:and )?\w+ing\b|\((?!e\.g)[^()]*[A-Za-z][^()]*$", rest):
        return ""
    spans = _noun_phrase(rest)
    phrase = _tidy([rest[start:end] for start, end in spans])
    if spans and not is_measure(phrase) and (joined := re.match(r"\s*(?:,|and)\s+", rest[spans[-1][1]:])):
        behind = rest[spans[-1][1] + joined.end():]
        other = _tidy([behind[start:end] for start, end in _noun_phrase(behind)])
        return other if is_measure(other) else phrase
    return phrase


def _before(text: str) -> str:
    """"accuracy of 86%", "AUROC 0.90", "gains in accuracy of 2%", "(accuracy: 86%)"."""
    joint = _JOINT.search(text)
    head = text[:joint.start()] if joint else text
    said = joint.group().lower() if joint else ""
    words = _noun_phrase_ending(head) if not _BEATEN.search(head) else []
    if words and re.fullmatch(_DIRECTIONS, words[-1], re.IGNORECASE):
        words = words[:-1]
    phrase = _tidy(words)
    return (
        phrase
        if phrase
        and (re.search(r"\b(?:of|is|are|was|were|stays|remains|persists)\b|[=≈:]", said) or _looks_measured(words[-1]))
        else ""
    )


def _looks_measured(word: str) -> bool:
    return is_measure(word) or bool(re.fullmatch(r"[A-Z][A-Za-z]*[A-Z0-9@][\w@-]*|ρ|τ", word))


def _noun_phrase(text: str) -> list[tuple[int, int]]:
    """Spans of the words of the noun phrase that a text starts with, its determiner left out."""
    spans: list[tuple[int, int]] = []
    for match in _TOKEN.finditer(text):
        word = match.group().lower()
        if not spans and (
            re.fullmatch(_DETERMINERS, word) or word in "-–" or (word.startswith(("-", "–")) and len(word) < 2)
        ):
            continue
        if word == "of" and spans and text[slice(*spans[-1])].lower() in _COUNTS:
            spans.append(match.span())
            continue
        if word in _STOPS or (len(word) == 1 and not word.isalnum()) or re.match(r"[+~≈]?\d+(?:\.\d+)?(?:%|x|×)?$", word):
            if word == "(" and spans and re.match(r"\([A-Z][\w@-]*\)", text[match.start():]):
                continue
            if word == ")" and spans and re.search(r"\([A-Z][\w@-]*\)$", text[:match.end()]):
                continue
            break
        if spans and (re.fullmatch(_DETERMINERS, word) or (word.endswith("ing") and is_measure(text[slice(*spans[-1])]))):
            break
        spans.append(match.span())
        if len(spans) >= 7:
            break
    while spans and text[slice(*spans[-1])].lower() == "of":
        spans.pop()
    return spans


def _noun_phrase_ending(text: str) -> list[str]:
    """The words of the noun phrase that a text ends with."""
    words: list[str] = []
    text = _SHORT_FORM.sub("", text[-120:])
    for match in reversed(list(_TOKEN.finditer(text))):
        word = match.group()
        lower = word.lower()
        if (lower == ")" and not words) or (lower == "(" and len(words) == 1 and re.search(r"\([A-Z][\w@-]*\)\s*$", text)):
            continue
        if lower in _STOPS or lower in ("matching", "far") or re.fullmatch(_DETERMINERS, lower) or (len(word) == 1 and not word.isalnum()):
            break
        if re.match(r"[+~≈]?\d+(?:\.\d+)?(?:%|x|×)?$", lower):
            break
        words.insert(0, word)
        if len(words) >= 6:
            break
    return words


def _initials(words: str) -> str:
    return "".join(word[0] for word in re.split(r"[ -]", words) if word).upper()


def _singular(plural: re.Match[str]) -> str:
    word = plural.group()
    return word[:-3] + "y" if word.endswith("ies") else word[:-2] if word.endswith("sses") else word[:-1]


def _tidy(words: list[str]) -> str:
    """A phrase without its leading modifiers; empty where only words stay that name no measure."""
    while words and re.fullmatch(_MODIFIERS, words[0], re.IGNORECASE) and not _NAMED_SO.match(" ".join(words)):
        words = words[1:]
    while words and re.fullmatch("respectively|overall|absolute|relative", words[-1], re.IGNORECASE):
        words = words[:-1]
    phrase = _PLURAL.sub(_singular, " ".join(words).strip(" -–'’*"))
    if adjective := _ADJECTIVES.get(phrase.lower()):
        return adjective
    if (spelled := _SPELLED.fullmatch(phrase)) and _initials(spelled.group(1)).endswith(spelled.group(2).upper()):
        phrase = f"{_PLURAL.sub(_singular, spelled.group(1))} ({spelled.group(2)})"
    if coefficient := _COEFFICIENT.fullmatch(phrase):
        return f"{coefficient.group(1)} correlation"
    if not phrase or _GENERIC.fullmatch(phrase) or not re.search(r"[^\W\d_]", phrase):
        return ""
    return phrase
