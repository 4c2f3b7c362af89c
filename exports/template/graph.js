// The graph: columns as they were written, and what follows from them. Nothing in this file touches the page.
"use strict";

const FOLDED_TYPES = ["Result", "Author", "Venue", "Repository"];

class Graph {
  // `texts(number)` promises the texts of a part of the papers.
  constructor({ types, entityTypes, relations, derived, nodes, quoted, papersAPart }, edges, texts) {
    Object.assign(this, { types, relations, nodes, edges, texts, papersAPart, derived: new Set(derived) });
    this.entityTypes = new Set(entityTypes);
    this.quoted = new Set(quoted);
    this.count = nodes.id.length;
    this.place = new Map(nodes.id.map((id, i) => [id, i]));
    this.edgesOf = rowsByKey(this.count, [edges.subject, edges.object]);
    this.edgesBy = rowsByKey(this.count, [edges.paper]);
    const paperType = types.indexOf("Paper");
    this.papers = nodes.type.flatMap((type, i) => (type === paperType ? [i] : []));
    this.paperNumber = new Map(this.papers.map((paper, i) => [paper, i]));
    this.filter({});
    this.everySupport = this.support;
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
  relationCounts() {
    const counts = this.relations.map(() => 0);
    for (const relation of this.edges.relation) counts[relation]++;
    return counts;
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
    this.hiddenTypes = new Set(types);
    this.leastSupport = support;
    const key = JSON.stringify([relations, from, to, venue, confidence]);
    if (key === this.filteredBy) return;
    this.filteredBy = key;
    const { edges } = this,
      hidden = new Set(relations);
    const paperPasses = new Uint8Array(this.count).fill(1);
    for (const paper of this.papers) {
      const year = this.year(paper),
        inYears = year === undefined ? from === -Infinity && to === Infinity : year >= from && year <= to;
      paperPasses[paper] = inYears && (!venue || this.attribute(paper, "venue") === venue) ? 1 : 0;
    }
    this.paperPasses = paperPasses;
    this.passes = new Uint8Array(edges.subject.length);
    const hiddenRelation = this.relations.map(relation => hidden.has(relation));
    for (let e = 0; e < this.passes.length; e++) {
      const paper = edges.paper[e];
      const passes = edges.score[e] >= confidence && !hiddenRelation[edges.relation[e]] && (paper < 0 || paperPasses[paper]);
      this.passes[e] = passes ? 1 : 0;
    }
    this.support = this.countSupport();
  }

  // For each node, how many papers say something of it.
  countSupport() {
    const { edges, passes } = this,
      seenWith = new Int32Array(this.count).fill(-1),
      support = new Int32Array(this.count);
    for (let node = 0; node < this.count; node++) {
      for (const e of this.edgesOf(node)) {
        const paper = edges.paper[e];
        if (paper >= 0 && paper !== node && seenWith[paper] !== node && passes[e]) {
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

  hasQuote(edge) {
    const { start, end, paper } = this.edges;
    return this.quoted.has(edge) || (paper[edge] >= 0 && end[edge] > start[edge]);
  }

  // The part with a paper's texts: abstracts, then edge numbers each with its quote. What no paper says is in the last.
  async partOf(paper) {
    const number = this.paperNumber.get(paper) ?? this.papers.length + this.papersAPart - 1;
    const part = Math.floor(number / this.papersAPart),
      texts = await this.texts(part);
    const count = Math.max(0, Math.min(this.papersAPart, this.papers.length - part * this.papersAPart));
    return { abstracts: texts.slice(0, count), quotes: texts.slice(count) };
  }

  async abstract(paper) {
    const { abstracts } = await this.partOf(paper);
    return abstracts[this.paperNumber.get(paper) % this.papersAPart];
  }

  // The sentence behind an edge that has one, and where in it the object is named.
  async quote(edge) {
    const { start, end, mentionStart, mentionEnd, paper } = this.edges;
    if (this.quoted.has(edge)) {
      const { quotes } = await this.partOf(paper[edge]);
      return { text: quotes[quotes.indexOf(String(edge)) + 1], start: mentionStart[edge], end: mentionEnd[edge] };
    }
    const [from, to] = [start[edge], end[edge]];
    return {
      text: (await this.abstract(paper[edge])).slice(from, to),
      start: Math.max(0, mentionStart[edge] - from),
      end: Math.max(0, mentionEnd[edge] - from),
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
