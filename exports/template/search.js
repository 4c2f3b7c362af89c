// Search over names, aliases and titles, as one types.
"use strict";

// Letters without case, accents or joiners, so that "llama 3.1 8b" finds Llama-3.1-8B.
function folded(text) {
  const bare = /^[\x00-\x7f]*$/.test(text) ? text : text.normalize("NFKD").replace(/\p{M}/gu, "");
  return bare
    .toLowerCase()
    .replace(/[-_\s]+/g, " ")
    .trim();
}

// A node's aliases but for those that only spell its label or an earlier one otherwise.
function otherNames(graph, node) {
  const spelling = name => folded(plain(name)).replace(/['’]?s\b/g, "").replace(/ /g, ""),
    seen = new Set([spelling(graph.label(node))]);
  return graph.nodes.aliases[node].map(plain).filter(name => !seen.has(spelling(name)) && seen.add(spelling(name)));
}

const SLICE_MS = 8;

class Search {
  constructor(graph) {
    this.graph = graph;
    this.names = [];
    this.foldSome();
  }

  // Folds names ahead of the first search, in short slices, so that the page answers meanwhile.
  foldSome() {
    const end = performance.now() + SLICE_MS;
    while (this.names.length < this.graph.count && performance.now() < end) this.foldUntil(this.names.length + 500);
    if (this.names.length < this.graph.count) setTimeout(() => this.foldSome());
    else performance.mark("searchable");
  }

  foldUntil(end) {
    const { label, aliases } = this.graph.nodes,
      long = name => folded(name.slice(0, 400));
    for (let node = this.names.length; node < Math.min(end, this.graph.count); node++) {
      this.names.push(this.graph.type(node) === "Result" ? "" : [label[node], ...aliases[node]].map(long).join("\n"));
    }
  }

  // Node numbers, best first: the whole name, then its beginning, the beginning of a word, any place; then by support.
  find(query, limit = 30) {
    this.foldUntil(this.graph.count);
    const words = folded(query).split(" ").filter(Boolean),
      whole = words.join(" "),
      ranks = Array.from({ length: 12 }, () => []);
    if (!words.length) return [];
    for (let node = 0; node < this.names.length; node++) {
      const names = this.names[node];
      if (!words.every(word => names.includes(word))) continue;
      ranks[2 * this.rank(names, whole) + (this.graph.isPaper(node) ? 1 : 0)].push(node); // of one rank papers last
    }
    const found = [];
    for (const nodes of ranks) {
      if (found.length < limit) found.push(...this.mostSupported(nodes, limit - found.length));
    }
    return found;
  }

  // The first few of nodes by support, without sorting them all.
  mostSupported(nodes, limit) {
    const { support } = this.graph,
      order = (a, b) => support[b] - support[a] || a - b;
    let best = [],
      least = -1;
    for (const node of nodes) {
      if (support[node] <= least) continue;
      best.push(node);
      if (best.length < 4 * limit) continue;
      best = best.sort(order).slice(0, limit);
      least = support[best[limit - 1]];
    }
    return best.sort(order).slice(0, limit);
  }

  rank(names, query) {
    if (names === query || names.startsWith(query + "\n")) return 0;
    if (`\n${names}\n`.includes(`\n${query}\n`)) return 1;
    if (names.startsWith(query)) return 2;
    if (names.includes("\n" + query)) return 3;
    return names.includes(" " + query) ? 4 : 5;
  }
}
