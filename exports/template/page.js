// The page itself: what is shown (kept in the address after #), and what keys, clicks and filters do to it.
"use strict";

const FRESH = {
  focus: "", hops: 1, more: 1, added: [], gone: [], path: [], chosen: "", table: false,
  types: FOLDED_TYPES, relations: [], from: "", to: "", venue: "", confidence: 0, support: 0,
};
const STRUCTURE = new Set(["variantOf", "broader", "memberOf", "partOf", "outperforms"]);
const AREA_A_NODE = 7500;

class Page {
  constructor() {
    this.first = JSON.parse(byId("network").textContent);
    Object.assign(look, { colours: this.first.colours, shapes: this.first.shapes });
    this.state = { ...FRESH };
    this.drawing = new Drawing(byId("canvas"), this.first.options, {
      choose: (nodes, lines) => this.graph && this.chosenOnMap(nodes, lines),
      open: id => this.graph && this.expand(this.graph.place.get(id)),
      hover: (what, point) => this.hint(what, point),
    });
    this.drawing.show(this.overviewNodes(), this.overviewLines(), { placed: true });
    performance.mark("drawn");
  }

  async open() {
    this.graph = await readGraph(byId("graph").textContent);
    this.searching = new Search(this.graph);
    this.tableView = new TableView(byId("table-view"), this);
    this.state = this.fromAddress();
    drawLegend(this);
    listen(this);
    this.render();
    performance.mark("ready");
    document.documentElement.dataset.ready = "yes";
  }

  // The map's size without a panel, and how many nodes with their labels it has room for.
  window() {
    const narrow = matchMedia("(max-width: 760px)").matches, main = document.querySelector("main");
    return { width: main.clientWidth - (narrow ? 0 : byId("legend").offsetWidth), height: main.clientHeight };
  }

  room() {
    const { width, height } = this.window();
    return Math.max(16, Math.round(width * height / AREA_A_NODE));
  }

  // --- the overview as it was prepared: as much of it as the window has room for

  overviewNodes() {
    const { width, height } = this.window(), room = Math.min(this.first.nodes.length, this.room());
    const nodes = this.first.nodes.slice(0, room).map(({ id, label, group, size, x, y }) => ({ id, label, type: group, size, x, y }));
    filled(nodes, width, height);
    return nodes;
  }

  overviewLines() {
    const drawn = new Map(this.overviewNodes().map(node => [node.id, node]));
    return this.first.edges.filter(({ from, to }) => drawn.has(from) && drawn.has(to)).map(({ from, to, papers }) => {
      const paper = [from, to].find(id => drawn.get(id).type === "Paper"), name = paper === from ? to : from;
      return { from, to, papers, tie: !paper, type: paper && drawn.get(name).type };
    });
  }

  // --- what to draw

  render({ keep = false } = {}) {
    const { state, graph } = this;
    graph.filter({
      types: state.types, relations: state.relations, venue: state.venue, confidence: state.confidence, support: state.support,
      from: state.from === "" ? undefined : Number(state.from), to: state.to === "" ? undefined : Number(state.to),
    });
    byId("map").hidden = state.table;
    byId("table-view").hidden = !state.table;
    byId("as-table").setAttribute("aria-pressed", String(state.table));
    this.showPanel();
    const key = JSON.stringify({ ...state, chosen: "", table: false });
    if (key !== this.drawnKey) this.redraw(keep);
    this.drawnKey = key;
    this.showChosen();
    if (state.table) this.tableView.show(this.shown);
    showTools(this);
    refreshLegend(this);
  }

  redraw(keep) {
    const view = this.view(), { graph } = this;
    this.shown = view.nodes;
    const centre = graph.place.get(this.state.focus);
    const nodes = view.nodes.map(node => ({
      id: graph.nodes.id[node], label: graph.label(node) || graph.nodes.id[node], type: graph.type(node), size: graph.nodes.size[node],
      centre: node === centre && this.state.path.length === 0, ...view.places?.get(node),
    }));
    this.drawing.show(nodes, view.lines, { keep, placed: Boolean(view.places) && !keep });
    this.status(view);
  }

  view() {
    const { state, graph } = this, places = new Map();
    const numbers = ids => ids.map(id => graph.place.get(id)).filter(node => node !== undefined);
    const gone = new Set(numbers(state.gone)), centre = graph.place.get(state.focus);
    let nodes, all, via;
    const path = numbers(state.path);
    if (path.length === 2) {
      nodes = graph.shortestPath(...path);
      if (!nodes.length) nodes = path;
      all = nodes.length;
    } else if (centre !== undefined) {
      ({ nodes, all, via } = graph.around(centre, state.hops, this.room() * 0.85 * state.more));
    } else {
      for (const { id, x, y } of this.overviewNodes()) places.set(graph.place.get(id), { x, y });
      nodes = [...places.keys()].filter(node => graph.shows(node));
      all = this.everything();
    }
    const start = new Set(nodes);
    for (const node of numbers(state.added)) {
      nodes.push(node, ...graph.neighbourhood(node, 0.5).chosen);
    }
    nodes = [...new Set(nodes)].filter(node => !gone.has(node));
    const overview = path.length !== 2 && centre === undefined;
    return { nodes, all, overview, places: overview && nodes.every(node => places.has(node)) ? places : undefined,
      lines: this.lines(nodes, overview ? start : null, via) };
  }

  // In the overview its prepared ties; else the graph's own edges, and a tie to each node from that it was reached by.
  lines(nodes, overview, via) {
    const { graph } = this, ids = graph.nodes.id, among = new Set(nodes);
    const own = graph.linesAmong(nodes);
    const lines = own.map(({ from, to, edges }) => this.line(from, to, edges));
    const tied = new Set(own.flatMap(({ from, to }) => [`${from} ${to}`, `${to} ${from}`]));
    const tie = (from, to) => {
      if (from === to || !among.has(from) || !among.has(to) || tied.has(`${from} ${to}`)) return;
      const papers = graph.commonPapers(from, to).length;
      if (papers) lines.push({ from: ids[from], to: ids[to], papers, tie: true });
    };
    if (overview) {
      const prepared = this.overviewLines();
      if (!prepared.some(line => line.tie)) return lines;
      const kept = lines.filter(line => !overview.has(graph.place.get(line.from)) || !overview.has(graph.place.get(line.to)));
      lines.splice(0, lines.length, ...kept);
      tied.clear();
      for (const { from, to } of prepared) tie(graph.place.get(from), graph.place.get(to));
    }
    for (const [node, from] of via || []) if (from >= 0 && !graph.isPaper(from) && graph.isEntity(node)) tie(from, node);
    return lines;
  }

  line(from, to, edges) {
    const { graph } = this, relations = new Set(edges.map(e => graph.relation(e)));
    const papers = new Set(edges.map(e => graph.edges.paper[e])).size;
    return { from: graph.nodes.id[from], to: graph.nodes.id[to], papers, type: graph.type(to), edges,
      directed: [...relations].some(relation => STRUCTURE.has(relation)) };
  }

  everything() {
    let count = 0;
    for (let node = 0; node < this.graph.count; node++) if (this.graph.shows(node)) count++;
    return count;
  }

  status({ nodes, all, overview }) {
    const { state, graph } = this;
    const where = state.path.length === 2 ? nodes.length > 2 || graph.edgesBetween(...nodes).length ? `A shortest path, ${many(nodes.length - 1, "step")}` : "No path joins these two"
      : overview ? `Showing ${number(nodes.length)} of ${number(all)} names and papers` : `Showing ${number(nodes.length)} of ${number(Math.max(all, nodes.length))} around ${shortened(plain(graph.label(graph.place.get(state.focus))), 40)}`;
    byId("status").textContent = where;
  }

  // --- what one can do; each goes into the history, so that Back undoes it

  go(changes, options) {
    Object.assign(this.state, changes);
    try {
      history.pushState(null, "", "#" + this.toAddress());
    } catch { /* a page without an address of its own, such as in a notebook */ }
    this.render(options);
  }

  focus(node) {
    const id = this.graph.nodes.id[node];
    this.go({ focus: id, chosen: id, more: 1, added: [], gone: [], path: [] });
  }

  home() { this.go({ focus: "", chosen: "", hops: 1, more: 1, added: [], gone: [], path: [], table: false }); }
  expand(node) { this.go({ added: [...this.state.added, this.graph.nodes.id[node]] }, { keep: true }); }
  hide(node) { this.go({ gone: [...this.state.gone, this.graph.nodes.id[node]], chosen: "" }, { keep: true }); }

  choose(node) {
    const id = this.graph.nodes.id[node];
    if (this.pathFrom !== undefined) return this.endPath(node);
    if (!this.state.table && !this.drawing.nodes.get(id)) return this.focus(node);
    this.go({ chosen: id });
    this.drawing.bringIntoView(id);
    return undefined;
  }

  chosenOnMap(nodes, lines) {
    if (nodes.length) {
      const node = this.graph.place.get(nodes[0]);
      if (this.pathFrom !== undefined) this.endPath(node);
      else this.go({ chosen: nodes[0] });
    } else if (lines.length) {
      const { from, to } = this.drawing.lines.get(lines[0]);
      this.go({ chosen: JSON.stringify([from, to]) });
    } else if (this.state.chosen) this.go({ chosen: "" });
  }

  startPath(node) {
    this.pathFrom = node;
    byId("search").placeholder = `Path from ${shortened(plain(this.graph.label(node)), 30)} to…`;
    byId("search").focus();
  }

  endPath(node) {
    const from = this.graph.nodes.id[this.pathFrom], to = this.graph.nodes.id[node];
    this.cancelPath();
    this.go({ path: [from, to], focus: "", chosen: "", added: [], gone: [] });
  }

  cancelPath() {
    this.pathFrom = undefined;
    byId("search").placeholder = "Search methods, benchmarks, models, papers…";
  }

  pick(node) { if (this.pathFrom === undefined) this.focus(node); else this.endPath(node); }

  async copy(text, what) {
    byId("status").textContent = await copyText(text) ? `${what} copied` : `${what} could not be copied`;
  }

  save(form) {
    if (form === "png") savePng(this.drawing);
    else if (form === "svg") download(asSvg(this.drawing), "image/svg+xml", "graph.svg");
    else if (form === "graphml") download(asGraphml(this.graph, this.shown), "application/xml", "graph.graphml");
    else this.copy(location.href.split("#")[0] + "#" + this.toAddress(), "Link");
  }

  // --- the panel and the hint

  showPanel() {
    const { chosen } = this.state, panel = byId("panel"), { graph } = this;
    const ends = this.chosenEnds(), node = graph.place.get(chosen);
    const details = ends ? linePanel(this, { from: ends[0], to: ends[1] }) : node !== undefined ? nodePanel(this, node) : null;
    panel.hidden = !details;
    panel.replaceChildren(...details ? [this.closeButton(), details].flat(Infinity).filter(Boolean) : []);
    if (this.panelOf !== chosen) panel.scrollTop = 0;
    if (Boolean(this.panelOf) !== Boolean(chosen)) this.drawing.fit(false);
    this.panelOf = chosen;
  }

  // The two nodes whose line is chosen, or null.
  chosenEnds() {
    if (!this.state.chosen.startsWith("[")) return null;
    const ends = (listIn(this.state.chosen) || []).map(id => this.graph.place.get(id));
    return ends.length === 2 && !ends.includes(undefined) ? ends : null;
  }

  showChosen() {
    const { chosen, focus } = this.state, ends = this.chosenEnds()?.map(node => this.graph.nodes.id[node]);
    if (!ends) return this.drawing.select(chosen ? [chosen] : [], [], chosen === focus);
    return this.drawing.select([], this.drawing.lines.get({ filter: line => ends.includes(line.from) && ends.includes(line.to) }).map(line => line.id));
  }

  closeButton() {
    return el("button", { type: "button", class: "close", "aria-label": "Close details", onclick: () => this.go({ chosen: "" }) }, "×");
  }

  hint(what, point) {
    const hint = byId("hint"), { graph } = this;
    hint.hidden = !what || !graph;
    if (hint.hidden) return;
    hint.textContent = what.line ? this.lineWords(what.line) : this.nodeWords(graph.place.get(what.node));
    const left = Math.min(point.x + 14, byId("canvas").clientWidth - 240);
    hint.style.transform = `translate(${Math.max(4, left)}px, ${point.y + 14}px)`;
  }

  nodeWords(node) {
    const { graph } = this;
    return [shortened(plain(graph.label(node)), 160), typeWords(graph.type(node)), graph.isPaper(node) ? graph.year(node) : many(graph.support[node], "paper")].filter(Boolean).join(" · ");
  }

  lineWords({ from, to, edges, papers, tie }) {
    const { graph } = this, name = id => shortened(plain(graph.label(graph.place.get(id))), 60);
    if (tie) return `${name(from)} and ${name(to)}: ${many(papers, "paper")} in common`;
    const relations = edges ? [...new Set(edges.map(e => words(graph.relation(e))))].join(", ") : "with";
    return `${name(from)} ${relations} ${name(to)}${papers > 1 ? ` · ${many(papers, "paper")}` : ""}`;
  }

  // --- the state in the address

  toAddress() {
    const entries = Object.entries(this.state).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(FRESH[name]));
    return new URLSearchParams(entries.map(([name, value]) => [name, Array.isArray(value) ? JSON.stringify(value) : String(value)])).toString();
  }

  fromAddress() {
    const state = structuredClone(FRESH);
    for (const [name, text] of new URLSearchParams(location.hash.slice(1))) {
      if (!(name in FRESH)) continue;
      const like = FRESH[name];
      if (Array.isArray(like)) state[name] = listIn(text) ?? like;
      else state[name] = typeof like === "number" ? Number(text) || like : typeof like === "boolean" ? text === "true" : text;
    }
    state.hops = Math.max(1, Math.min(3, state.hops));
    return state;
  }
}

function listIn(text) {
  try {
    const list = JSON.parse(text);
    return Array.isArray(list) ? list.filter(item => typeof item === "string") : null;
  } catch {
    return null;
  }
}
