"""One paper as the steps read it: plain text, words, sentences, and every place both ways."""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import cached_property, lru_cache

from kg.model import Mention, Paper
from kg.text import Plain, fold_word, plain, sentences, words

TOGETHER = 32  # so many papers go through a step at a time


@dataclass(frozen=True, eq=False)
class Reading:
    """The plain text of a paper with its words and sentences; spans of words are half-open index pairs."""

    paper: Paper
    plain: Plain

    @cached_property
    def text(self) -> str:
        """The paper's text without markup."""
        return self.plain.text

    @cached_property
    def lower(self) -> str:
        """`text` in small letters, every character at its place."""
        lower = self.text.lower()
        return lower if len(lower) == len(self.text) else "".join(
            sign.lower() if len(sign.lower()) == 1 else sign for sign in self.text)

    @cached_property
    def words(self) -> list[tuple[int, int]]:
        """Half-open character spans of the words in `text`."""
        return words(self.text)

    @cached_property
    def forms(self) -> list[str]:
        """The words as they stand."""
        return [self.text[start:end] for start, end in self.words]

    @cached_property
    def lower_forms(self) -> list[str]:
        """The words in small letters."""
        return [form.lower() for form in self.forms]

    @cached_property
    def folds(self) -> list[str]:
        """Each word's normal form; empty for signs."""
        return [fold_word(form) for form in self.forms]

    @cached_property
    def word_starts(self) -> list[int]:
        """Where each word starts in `text`."""
        return [start for start, _ in self.words]

    @cached_property
    def sentences(self) -> tuple[tuple[int, int], ...]:
        """Half-open character spans of the sentences in `text`."""
        return sentences(self.text)

    @cached_property
    def sentence_starts(self) -> list[int]:
        """Where each sentence starts in `text`."""
        return [start for start, _ in self.sentences]

    @cached_property
    def word_sentences(self) -> list[int]:
        """The index of the sentence that each word stands in."""
        return [max(0, bisect_right(self.sentence_starts, start) - 1) for start in self.word_starts]

    @cached_property
    def title_end(self) -> int:
        """The plain offset at which the title ends; 0 where the source gave no title."""
        return self.plain.plain_start(len(self.paper.title)) if self.paper.title else 0

    def sentence_at(self, offset: int) -> int:
        """The index of the sentence around a plain offset."""
        return max(0, bisect_right(self.sentence_starts, offset) - 1)

    def word_span(self, start: int, end: int) -> tuple[int, int]:
        """The words that a plain character span touches."""
        first = bisect_right(self.word_starts, start) - 1
        if first < 0 or self.words[first][1] <= start:
            first += 1
        return first, max(first + 1, bisect_left(self.word_starts, end))

    def characters(self, first: int, last: int) -> tuple[int, int]:
        """The plain character span of words [first, last)."""
        return self.words[first][0], self.words[last - 1][1]

    def phrase(self, first: int, last: int) -> str:
        """The plain text of words [first, last)."""
        return self.text[self.words[first][0]:self.words[last - 1][1]]

    def mention(self, start: int, end: int, type: str, by: str, score: float = 1.0) -> Mention:
        """A mention for a plain character span, with its offsets in `paper.text`."""
        first, last = self.plain.source_span(start, end)
        return Mention(first, last, type, self.paper.text[first:last], score, by)

    def plain_span(self, mention: Mention) -> tuple[int, int]:
        """The plain character span of a mention."""
        return self.plain.plain_start(mention.start), self.plain.plain_start(mention.end)


@lru_cache(maxsize=2 * TOGETHER)
def reading(paper: Paper) -> Reading:
    """The reading of a paper; the last few are kept, so that one step after the other gets the same."""
    return Reading(paper, plain(paper.text))
