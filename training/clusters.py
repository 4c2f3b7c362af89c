"""Word clusters from unannotated abstracts: words that stand between the same neighbours share a cluster.

Counts of the two words to the left and right, positive pointwise mutual information, a truncated SVD
(Levy and Goldberg 2014), then k-means at three sizes. The same bytes each time: seeds are fixed.
"""

import json
import lzma
import re
import sys
from collections import Counter
from pathlib import Path

import numpy as np
from scipy.sparse import coo_matrix, diags
from sklearn.cluster import MiniBatchKMeans
from sklearn.utils.extmath import randomized_svd

WORD = re.compile(r"[^\W\d_]+|\d+|[^\w\s]")
MIN_PAPERS, CONTEXTS, DIMENSIONS, SIZES = 12, 4000, 120, (64, 400, 2000)


def abstracts(paths):
    for path in paths:
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                paper = json.loads(line)
                yield f"{paper.get('title') or ''} . {paper.get('abstract') or ''}".lower()


def main(paths, target):
    texts = [WORD.findall(re.sub(r"\d", "0", text)) for text in sorted(set(abstracts(paths)))]
    papers = Counter(word for text in texts for word in set(text))
    vocabulary = sorted(word for word, count in papers.items() if count >= MIN_PAPERS)
    index = {word: at for at, word in enumerate(vocabulary)}
    common = {word: at for at, (word, _) in enumerate(sorted(papers.items(), key=lambda x: (-x[1], x[0]))[:CONTEXTS])}
    counts = Counter()
    for text in texts:
        ids = [index.get(word, -1) for word in text]
        contexts = [common.get(word, -1) for word in text]
        for shift, slot in ((-2, 0), (-1, 1), (1, 2), (2, 3)):
            pairs = zip(ids, contexts[shift:], strict=False) if shift > 0 else zip(ids[-shift:], contexts, strict=False)
            counts.update(w * 4 * CONTEXTS + c * 4 + slot for w, c in pairs if w >= 0 and c >= 0)
    keys = np.fromiter(counts.keys(), dtype=np.int64)
    values = np.fromiter(counts.values(), dtype=np.float64)
    rows, columns = keys // (4 * CONTEXTS), keys % (4 * CONTEXTS)
    order = np.lexsort((columns, rows))
    matrix = coo_matrix((values[order], (rows[order], columns[order])), (len(vocabulary), 4 * CONTEXTS)).tocsr()
    total = matrix.sum()
    row_sums = np.asarray(matrix.sum(1)).ravel()
    column_sums = np.asarray(matrix.sum(0)).ravel() ** 0.75
    column_sums *= total / column_sums.sum()
    ppmi = diags(1 / np.maximum(row_sums, 1)) @ matrix @ diags(total / np.maximum(column_sums, 1))
    ppmi.data = np.maximum(np.log(ppmi.data), 0)
    ppmi.eliminate_zeros()
    left, weights, _ = randomized_svd(ppmi.tocsr(), DIMENSIONS, random_state=0, n_iter=3)
    vectors = left * np.sqrt(weights)
    vectors /= np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)
    labels = [
        MiniBatchKMeans(k, random_state=0, batch_size=8192, n_init=1, max_iter=60).fit(vectors).labels_ for k in SIZES
    ]
    lines = [f"{word}\t" + "\t".join(str(label[at]) for label in labels) for at, word in enumerate(vocabulary)]
    Path(target).write_bytes(lzma.compress(("\n".join(lines) + "\n").encode(), preset=9))
    print(len(vocabulary), "words", file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1:-1], sys.argv[-1])
