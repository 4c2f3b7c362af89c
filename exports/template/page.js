// The page itself: what is shown (kept in the address after #), and what keys, clicks and filters do to it.
"use strict";

class Page {
  constructor() {
    this.first = JSON.parse(byId("network").textContent);
    Object.assign(look, { colours: this.first.colours, shapes: this.first.shapes });
    this.state = { ...FRESH };
    this.past = [];
    this.future = [];
    this.drawing = new Drawing(byId("canvas"), this.first.options, {
      choose: (nodes, lines) => this.graph && this.chosenOnMap(nodes, lines),
      open: id => this.graph && this.expand(this.graph.place.get(id)),
      hover: (what, point) => this.hint(what, point),
    });
    this.overview = new Overview(this.first, this.drawing);
    this.drawing.show(this.overview.nodes(), this.overview.lines(), { placed: true, aspect: mapAspect() });
    this.drawing.network.once("afterDrawing", () => performance.mark("drawn"));
  }

  async open() {
    this.graph = await readGraph();
    this.searching = new Search(this.graph);
    this.tableView = new TableView(byId("table-view"), this);
    this.state = fromAddress(location.hash);
    drawLegend(this);
    listen(this);
    this.render();
    performance.mark("ready");
    document.documentElement.dataset.ready = "yes";
  }

  // --- what to draw

  render({ keep = false } = {}) {
    const { state, graph } = this;
    graph.filter({
      types: state.types,
      relations: state.relations,
      venue: state.venue,
      confidence: state.confidence,
      support: state.support,
      from: state.from === "" ? undefined : Number(state.from),
      to: state.to === "" ? undefined : Number(state.to),
    });
    byId("map").hidden = state.table;
    byId("table-view").hidden = !state.table;
    byId("as-table").setAttribute("aria-pressed", String(state.table));
    this.showPanel();
    showTools(this);
    const key = JSON.stringify({ ...state, chosen: "", table: false });
    const fresh = key !== this.drawnKey;
    if (fresh) this.redraw(keep);
    this.drawnKey = key;
    this.hint(null);
    this.showChosen();
    if (!state.focus) this.drawing.reveal(state.chosen, fresh && !keep);
    if (state.table) this.tableView.show(this.shown);
    refreshLegend(this);
    this.cursor = this.drawing.nodes.get(this.cursor ?? state.chosen) ? (this.cursor ?? state.chosen) : undefined;
  }

  redraw(keep) {
    const view = viewOf(this),
      { graph } = this;
    this.shown = view.nodes;
    const centre = graph.place.get(this.state.focus);
    const nodes = view.nodes.map(node => ({
      id: graph.nodes.id[node],
      label: graph.label(node) || graph.nodes.id[node],
      type: graph.type(node),
      size: graph.nodes.size[node],
      centre: node === centre && this.state.path.length === 0,
      pinned: this.state.pinned.includes(graph.nodes.id[node]),
      ...view.places?.get(node),
    }));
    this.drawing.show(nodes, view.lines, { keep, placed: Boolean(view.places) && !keep, aspect: mapAspect() });
    byId("status").textContent = view.words;
  }

  // --- what one can do; each goes into the history, so that Back undoes it

  go(changes, options) {
    const before = { ...this.state };
    Object.assign(this.state, changes);
    try {
      history.pushState(null, "", "#" + toAddress(this.state));
    } catch {
      this.past.push(before); // a page without an address of its own, such as in a notebook
      this.future = [];
    }
    this.render(options);
  }

  back() {
    if (location.protocol !== "about:") history.back();
    else this.step(this.past, this.future);
  }
  forward() {
    if (location.protocol !== "about:") history.forward();
    else this.step(this.future, this.past);
  }
  step(from, to) {
    if (!from.length) return;
    to.push({ ...this.state });
    this.state = from.pop();
    this.render();
  }

  id(node) {
    return this.graph.nodes.id[node];
  }
  focus(node) {
    this.go({ focus: this.id(node), chosen: this.id(node), more: 1, added: [], gone: [], path: [], table: false });
  }
  home() {
    this.go({ focus: "", chosen: "", hops: 1, more: 1, added: [], gone: [], path: [], table: false });
  }

  // Shows a node's neighbours, also those that were hidden.
  expand(node) {
    const back = new Set(neighbourhood(this.graph, node, 0.5).chosen.map(other => this.id(other)));
    const { added, gone } = this.state;
    this.go({ added: [...added, this.id(node)], gone: gone.filter(id => !back.has(id)) }, { keep: true });
  }

  // Takes away what a node was expanded by; of others, the neighbours that hang on nothing else.
  collapse(node) {
    const { added, gone, pinned, focus } = this.state,
      id = this.id(node);
    if (added.includes(id)) return this.go({ added: added.filter(other => other !== id) }, { keep: true });
    const leaves = this.drawing.leavesOf(id).filter(other => other !== focus && !pinned.includes(other));
    return this.go({ gone: [...gone, ...leaves] }, { keep: true });
  }
  hide(node) {
    const { gone, pinned } = this.state,
      id = this.id(node);
    this.go({ gone: [...gone, id], pinned: pinned.filter(other => other !== id), chosen: "" }, { keep: true });
  }
  pin(node) {
    const { pinned } = this.state,
      id = this.id(node);
    this.go({ pinned: pinned.includes(id) ? pinned.filter(other => other !== id) : [...pinned, id] }, { keep: true });
  }

  choose(node) {
    const id = this.graph.nodes.id[node];
    if (this.pathFrom !== undefined) return this.endPath(node);
    if (!this.state.table && !this.drawing.nodes.get(id)) return this.focus(node);
    this.go({ chosen: id });
    this.drawing.reveal(id);
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

  // The node that an arrow key leads to is marked, shown and told.
  moveCursor(direction) {
    const { chosen } = this.state,
      start = this.cursor ?? (this.drawing.nodes.get(chosen) ? chosen : undefined);
    const next = this.drawing.towards(start, direction);
    if (next === undefined) return;
    this.cursor = next;
    this.drawing.reveal(next);
    this.drawing.select([next]);
    this.hint({ node: next }, this.drawing.pointOf(next));
    const joined = this.drawing.network.getConnectedNodes(next).length;
    byId("spoken").textContent = `${this.nodeWords(this.graph.place.get(next))} · joined to ${number(joined)}`;
  }

  // Opens the details of the marked node; the second time the view around it.
  openCursor() {
    const node = this.graph.place.get(this.cursor);
    if (node === undefined) return;
    if (this.state.chosen === this.cursor || this.pathFrom !== undefined) this.pick(node);
    else this.go({ chosen: this.cursor });
  }

  startPath(node) {
    this.pathFrom = node;
    byId("search").placeholder = `Path from ${shortened(plain(this.graph.label(node)), 30)} to…`;
    byId("search").focus();
  }

  endPath(node) {
    const from = this.graph.nodes.id[this.pathFrom],
      to = this.graph.nodes.id[node];
    this.cancelPath();
    this.go({ path: [from, to], focus: "", chosen: "", added: [], gone: [] });
  }

  cancelPath() {
    this.pathFrom = undefined;
    byId("search").placeholder = "Search methods, benchmarks, models, papers…";
  }

  pick(node) {
    if (this.pathFrom === undefined) this.focus(node);
    else this.endPath(node);
  }

  async copy(text, what) {
    byId("status").textContent = (await copyText(text)) ? `${what} copied` : `${what} could not be copied`;
  }

  save(form) {
    if (form === "png") savePng(this.drawing);
    else if (form === "svg") download(asSvg(this.drawing), "image/svg+xml", "graph.svg");
    else if (form === "graphml") download(asGraphml(this.graph, this.shown), "application/xml", "graph.graphml");
    else this.copy(location.href.split("#")[0] + "#" + toAddress(this.state), "Link");
  }

  // --- the panel and the hint

  showPanel() {
    const { chosen } = this.state,
      panel = byId("panel"),
      { graph } = this;
    const ends = this.chosenEnds(),
      node = graph.place.get(chosen);
    const details = ends
      ? linePanel(this, { from: ends[0], to: ends[1] })
      : node !== undefined
        ? nodePanel(this, node)
        : null;
    const reading = panel.contains(document.activeElement);
    panel.hidden = !details;
    panel.replaceChildren(...(details ? [this.closeButton(), details].flat(Infinity).filter(Boolean) : []));
    if (this.panelOf !== chosen) panel.scrollTop = 0;
    if (reading && details) panel.focus({ preventScroll: true });
    if (Boolean(this.panelOf) !== Boolean(chosen)) this.drawing.resized();
    this.panelOf = chosen;
  }

  // The two nodes whose line is chosen, or null.
  chosenEnds() {
    if (!this.state.chosen.startsWith("[")) return null;
    const ends = (listIn(this.state.chosen) || []).map(id => this.graph.place.get(id));
    return ends.length === 2 && !ends.includes(undefined) ? ends : null;
  }

  showChosen() {
    const { chosen, focus } = this.state,
      ends = this.chosenEnds()?.map(node => this.graph.nodes.id[node]);
    if (!ends) return this.drawing.select(chosen ? [chosen] : [], [], chosen === focus);
    return this.drawing.select(
      [],
      this.drawing.lines
        .get({ filter: line => ends.includes(line.from) && ends.includes(line.to) })
        .map(line => line.id),
    );
  }

  closeButton() {
    return el(
      "button",
      { type: "button", class: "close", "aria-label": "Close details", onclick: () => this.go({ chosen: "" }) },
      "×",
    );
  }

  hint(what, point) {
    const hint = byId("hint"),
      { graph } = this;
    hint.hidden = !what || !graph;
    if (hint.hidden) return;
    hint.textContent = what.line ? this.lineWords(what.line) : this.nodeWords(graph.place.get(what.node));
    const left = Math.min(point.x + 14, byId("canvas").clientWidth - 240);
    hint.style.transform = `translate(${Math.max(4, left)}px, ${byId("canvas").offsetTop + point.y + 14}px)`;
  }

  nodeWords(node) {
    const { graph } = this;
    return [
      shortened(plain(graph.label(node)), 160),
      typeWords(graph.type(node)),
      graph.isPaper(node) ? graph.year(node) : many(graph.support[node], "paper"),
    ]
      .filter(Boolean)
      .join(" · ");
  }

  lineWords({ from, to, edges, papers, tie }) {
    const { graph } = this,
      name = id => shortened(plain(graph.label(graph.place.get(id))), 60);
    if (tie) return `${name(from)} and ${name(to)}: ${many(papers, "paper")} in common`;
    const relations = edges ? [...new Set(edges.map(e => words(graph.relation(e))))].join(", ") : "with";
    return `${name(from)} ${relations} ${name(to)}${papers > 1 ? ` · ${many(papers, "paper")}` : ""}`;
  }
}
