// The graph: columns as they were written, and what follows from them. Nothing in this file touches the page.
"use strict";

const FOLDED_TYPES = ["Result", "Author", "Venue", "Repository"];
const QUOTA = { Method: 12, Benchmark: 9, Model: 7, ModelFamily: 4, Task: 7, Metric: 3, Paper: 10 };
const PAPER_RELATIONS_FIRST = { introduces: 4, evaluatesOn: 2 };

class Graph {
  constructor({ types, entityTypes, relations, derived, nodes, edges }) {
    Object.assign(this, {
      types,
      relations,
      nodes,
      edges,
      derived: new Set(derived),
      entityTypes: new Set(entityTypes),
    });
    this.count = nodes.id.length;
    this.place = new Map(nodes.id.map((id, i) => [id, i]));
    this.edgesOf = rowsByKey(this.count, [edges.subject, edges.object]);
    this.edgesBy = rowsByKey(this.count, [edges.paper]);
    this.papers = nodes.type.flatMap((type, i) => (types[type] === "Paper" ? [i] : []));
    this.everySupport = this.countSupport(() => true);
    this.filter({});
  }

  type(node) {
    return this.types[this.nodes.type[node]];
  }
  isPaper(node) {
    return this.type(node) === "Paper";
  }
  isEntity(node) {
    return this.entityTypes.has(this.type(node));
  }
  label(node) {
    return this.nodes.label[node];
  }
  attribute(node, name) {
    return this.nodes.attributes[node][name];
  }
  year(node) {
    return this.attribute(node, "year");
  }
  relation(edge) {
    return this.relations[this.edges.relation[edge]];
  }
  otherEnd(edge, node) {
    return this.edges.subject[edge] === node ? this.edges.object[edge] : this.edges.subject[edge];
  }

  // What is left out: types and relations by name, papers by year and venue, edges by confidence, names by support.
  filter({
    types = FOLDED_TYPES,
    relations = [],
    from = -Infinity,
    to = Infinity,
    venue = "",
    confidence = 0,
    support = 0,
  }) {
    const { edges } = this,
      hidden = new Set(relations);
    this.hiddenTypes = new Set(types);
    const paperPasses = new Uint8Array(this.count).fill(1);
    for (const paper of this.papers) {
      const year = this.year(paper),
        inYears = year === undefined ? from === -Infinity && to === Infinity : year >= from && year <= to;
      paperPasses[paper] = inYears && (!venue || this.attribute(paper, "venue") === venue) ? 1 : 0;
    }
    this.paperPasses = paperPasses;
    this.passes = Uint8Array.from(edges.subject, (_, e) =>
      edges.score[e] >= confidence &&
      !hidden.has(this.relation(e)) &&
      (edges.paper[e] < 0 || paperPasses[edges.paper[e]])
        ? 1
        : 0,
    );
    this.support = this.countSupport(e => this.passes[e]);
    this.leastSupport = support;
  }

  countSupport(passes) {
    const { edges } = this,
      seenWith = new Int32Array(this.count).fill(-1),
      support = new Int32Array(this.count);
    for (let node = 0; node < this.count; node++) {
      for (const e of this.edgesOf(node)) {
        const paper = edges.paper[e];
        if (paper >= 0 && paper !== node && seenWith[paper] !== node && passes(e)) {
          seenWith[paper] = node;
          support[node]++;
        }
      }
    }
    return support;
  }

  // Whether the filters let a node be drawn. A name that had papers must still have some.
  shows(node) {
    if (this.hiddenTypes.has(this.type(node))) return false;
    if (this.isPaper(node)) return Boolean(this.paperPasses[node]);
    return this.support[node] >= this.leastSupport && (this.support[node] > 0 || this.everySupport[node] === 0);
  }

  papersOf(node) {
    if (this.isPaper(node)) return [node];
    const papers = new Set();
    for (const e of this.edgesOf(node)) if (this.passes[e] && this.edges.paper[e] >= 0) papers.add(this.edges.paper[e]);
    return [...papers];
  }

  namesIn(paper) {
    const names = new Set();
    for (const e of this.edgesBy(paper)) {
      if (!this.passes[e]) continue;
      for (const end of [this.edges.subject[e], this.edges.object[e]])
        if (end !== paper && this.isEntity(end)) names.add(end);
    }
    return names;
  }

  // How many papers name both, for each entity that shares one with this node.
  sharedPapers(node) {
    const shared = new Map();
    for (const paper of this.papersOf(node)) {
      for (const name of this.namesIn(paper)) if (name !== node) shared.set(name, (shared.get(name) || 0) + 1);
    }
    return shared;
  }

  // Nodes to draw around one, best first: some of each type, so that no type crowds out the others.
  neighbourhood(centre, factor = 1) {
    const weight = new Map();
    const add = (node, amount) => {
      if (node !== centre && this.shows(node)) weight.set(node, (weight.get(node) || 0) + amount);
    };
    for (const e of this.edgesOf(centre)) {
      if (!this.passes[e]) continue;
      const other = this.otherEnd(e, centre),
        relation = this.relation(e);
      add(
        other,
        this.isPaper(other)
          ? (PAPER_RELATIONS_FIRST[relation] || 1) + this.edges.score[e]
          : this.derived.has(relation)
            ? 1
            : 3,
      );
    }
    if (!this.isPaper(centre)) {
      for (const [name, shared] of this.sharedPapers(centre)) {
        add(name, shared * Math.log(1 + this.papers.length / Math.max(1, this.support[name])));
      }
    }
    const ranked = [...weight].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([node]) => node);
    const room = {};
    const chosen = ranked.filter(node => {
      const type = this.type(node);
      room[type] ??= Math.ceil((QUOTA[type] || 6) * factor);
      return room[type]-- > 0;
    });
    return { chosen, all: ranked.length };
  }

  // The nodes of a view around one: neighbours, then what lies behind them, fewer at each step, about `most` in all.
  // `via` says from which node each was reached.
  around(centre, hops, most = 120) {
    const { chosen, all } = this.neighbourhood(centre, Math.max(0.25, most / (hops > 1 ? 160 : 90)));
    const via = new Map([[centre, -1], ...chosen.map(node => [node, centre])]);
    let ring = chosen;
    for (let hop = 2; hop <= hops; hop++) {
      const behind = [];
      for (const node of ring) {
        for (const next of this.neighbourhood(node, 0.15).chosen) {
          if (via.size >= (most * hop) / hops) break;
          if (!via.has(next)) {
            via.set(next, node);
            behind.push(next);
          }
        }
      }
      ring = behind;
    }
    return { nodes: [...via.keys()], via, all: all + 1 };
  }

  // One line for each two nodes that some edge joins, with those edges.
  linesAmong(nodes) {
    const among = new Set(nodes),
      lines = new Map();
    for (const node of nodes) {
      for (const e of this.edgesOf(node)) {
        const from = this.edges.subject[e],
          to = this.edges.object[e];
        if (from !== node || from === to || !among.has(to) || !this.passes[e]) continue;
        const key = from < to ? `${from} ${to}` : `${to} ${from}`;
        if (!lines.has(key)) lines.set(key, { from, to, edges: [] });
        lines.get(key).edges.push(e);
      }
    }
    return [...lines.values()];
  }

  edgesBetween(a, b) {
    const [few, other] = this.edgesOf(a).length < this.edgesOf(b).length ? [a, b] : [b, a];
    return [...this.edgesOf(few)].filter(e => this.passes[e] && this.otherEnd(e, few) === other);
  }

  commonPapers(a, b) {
    const ofB = new Set(this.papersOf(b));
    return this.papersOf(a).filter(paper => ofB.has(paper));
  }

  // Edges with the same ends and relation are one claim, made by several papers. Most supported first.
  claims(edges) {
    const claims = new Map();
    for (const e of edges) {
      const key = `${this.edges.subject[e]} ${this.edges.relation[e]} ${this.edges.object[e]}`;
      if (!claims.has(key)) {
        claims.set(key, {
          subject: this.edges.subject[e],
          relation: this.relation(e),
          object: this.edges.object[e],
          edges: [],
        });
      }
      claims.get(key).edges.push(e);
    }
    for (const claim of claims.values()) {
      claim.papers = new Set(claim.edges.map(e => this.edges.paper[e]).filter(paper => paper >= 0)).size;
    }
    return [...claims.values()].sort((a, b) => b.papers - a.papers || a.subject - b.subject || a.object - b.object);
  }

  shortestPath(from, to) {
    const before = new Map([[from, -1]]);
    let ring = [from];
    while (ring.length && !before.has(to)) {
      const next = [];
      for (const node of ring) {
        for (const e of this.edgesOf(node)) {
          const other = this.otherEnd(e, node);
          if (!this.passes[e] || before.has(other) || (this.type(other) === "Venue" && other !== to)) continue;
          before.set(other, node);
          next.push(other);
        }
      }
      ring = next;
    }
    const path = [];
    for (let node = before.has(to) ? to : -1; node >= 0; node = before.get(node)) path.unshift(node);
    return path;
  }

  // The sentence behind an edge, and where in it the object is named; null where nothing is quoted.
  quote(edge) {
    const { start, end, mentionStart, mentionEnd, paper, quotes } = this.edges;
    if (quotes[edge] !== undefined) return { text: quotes[edge], start: mentionStart[edge], end: mentionEnd[edge] };
    if (paper[edge] < 0 || end[edge] <= start[edge]) return null;
    return {
      text: (this.attribute(paper[edge], "abstract") || "").slice(start[edge], end[edge]),
      start: Math.max(0, mentionStart[edge] - start[edge]),
      end: Math.max(0, mentionEnd[edge] - start[edge]),
    };
  }

  // What a Result node says, its slots as node numbers (or undefined).
  result(node) {
    const slots = {};
    for (const e of this.edgesOf(node)) {
      if (this.edges.subject[e] === node) slots[this.relation(e)] ??= this.edges.object[e];
      else if (this.relation(e) === "reports") slots.edge = e;
    }
    const { value = "", unit = "", low = "", kind = "", hedge = "" } = this.nodes.attributes[node];
    return {
      value,
      unit,
      low,
      kind,
      hedge,
      edge: slots.edge,
      paper: slots.edge === undefined ? undefined : this.edges.subject[slots.edge],
      method: slots.ofMethod,
      model: slots.withModel,
      benchmark: slots.onBenchmark,
      metric: slots.inMetric,
      baseline: slots.relativeTo,
    };
  }

  resultsOf(node) {
    const results = new Set();
    for (const e of this.edgesOf(node)) {
      if (!this.passes[e]) continue;
      const other = this.otherEnd(e, node);
      if (this.type(other) === "Result") results.add(other);
    }
    return [...results].map(result => this.result(result));
  }
}
