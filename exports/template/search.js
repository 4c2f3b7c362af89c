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

class Search {
  constructor(graph) {
    this.graph = graph;
    this.names = graph.nodes.label.map((label, i) =>
      graph.type(i) === "Result"
        ? ""
        : [label, ...graph.nodes.aliases[i]].map(name => folded(name.slice(0, 400))).join("\n"),
    );
  }

  // Node numbers, best first: the whole name, then its beginning, the beginning of a word, any place; then by support.
  find(query, limit = 30) {
    const words = folded(query).split(" ").filter(Boolean);
    if (!words.length) return [];
    const whole = words.join(" "),
      hits = [];
    for (let node = 0; node < this.names.length; node++) {
      const names = this.names[node];
      if (names && words.every(word => names.includes(word))) hits.push([this.rank(names, whole), node]);
    }
    const { support } = this.graph;
    const papersLast = node => (this.graph.isPaper(node) ? 1 : 0);
    hits.sort(
      (a, b) => a[0] - b[0] || papersLast(a[1]) - papersLast(b[1]) || support[b[1]] - support[a[1]] || a[1] - b[1],
    );
    return hits.slice(0, limit).map(([, node]) => node);
  }

  rank(names, query) {
    if (names === query || names.startsWith(query + "\n")) return 0;
    if (`\n${names}\n`.includes(`\n${query}\n`)) return 1;
    if (names.startsWith(query)) return 2;
    if (names.includes("\n" + query)) return 3;
    return names.includes(" " + query) ? 4 : 5;
  }
}
