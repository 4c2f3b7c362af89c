// The map: what vis-network draws, how it looks in light and dark, and what is told apart when something is chosen.
"use strict";

const style = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const still = matchMedia("(prefers-reduced-motion: reduce)");
const LINE_OPACITY = 0.42;
const FONT = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";

class Drawing {
  // `on` has choose(node ids, line ids), open(node id), hover(text or null, point)
  constructor(element, options, on) {
    this.element = element;
    this.on = on;
    this.nodes = new vis.DataSet();
    this.lines = new vis.DataSet();
    this.network = new vis.Network(element, { nodes: this.nodes, edges: this.lines }, { ...options, ...this.looks(options) });
    this.ruler = document.createElement("canvas").getContext("2d");
    this.listen();
  }

  looks(options) {
    const groups = {};
    for (const [type, group] of Object.entries(options.groups)) {
      const colour = colourOf(type);
      groups[type] = { ...group, color: { background: colour, border: style("--ground"), highlight: { background: colour, border: style("--ink") }, hover: { background: colour, border: style("--ink") } } };
    }
    return {
      groups,
      nodes: { ...options.nodes, labelHighlightBold: false, font: { face: FONT, color: style("--ink"), strokeWidth: 4, strokeColor: style("--ground") } },
      edges: { ...options.edges, selectionWidth: 1.5, hoverWidth: 0.5 },
    };
  }

  listen() {
    const { network, on } = this;
    network.on("click", ({ nodes, edges }) => on.choose(nodes, nodes.length ? [] : edges.slice(0, 1)));
    network.on("doubleClick", ({ nodes }) => nodes.length && on.open(nodes[0]));
    network.on("hoverNode", ({ node, pointer }) => on.hover({ node }, pointer.DOM));
    network.on("hoverEdge", ({ edge, pointer }) => on.hover({ line: this.lines.get(edge) }, pointer.DOM));
    for (const event of ["blurNode", "blurEdge", "dragStart", "zoom"]) network.on(event, () => on.hover(null));
    network.on("dragEnd", ({ nodes }) => {
      for (const [id, { x, y }] of Object.entries(network.getPositions(nodes))) this.nodes.update({ id, x, y });
    });
  }

  // Draws nodes {id, label, type, size, x, y, centre} and lines {from, to, papers, type, directed}.
  // Nodes without a place get one; those that were drawn already stay where they are when `keep` is set.
  show(nodes, lines, { keep = false, placed = false, room = 1 } = {}) {
    const before = keep ? this.network.getPositions() : {};
    const boxes = this.sized(nodes);
    const start = onRings(nodes.length);
    boxes.forEach((box, i) => {
      const old = before[box.id];
      if (old) Object.assign(box, { x: old.x, y: old.y, fixed: true });
      else if (box.centre) Object.assign(box, { x: 0, y: 0, fixed: true });
      else if (box.x === undefined) Object.assign(box, start[i]);
    });
    if (placed) separate(boxes);
    else arrange(boxes, lines, this.element.clientWidth / Math.max(1, this.element.clientHeight));
    this.lines.clear();
    this.nodes.clear();
    this.nodes.add(boxes.map(box => this.visNode(box)));
    this.lines.add(lines.map((line, i) => this.visLine(line, i)));
    this.faint = false;
    if (!keep) this.fit(false);
  }

  // How large each node and its label are; the largest support of the view sets the scale. Papers are all alike.
  sized(nodes) {
    const sizes = nodes.filter(node => node.type !== "Paper").map(node => node.size);
    const largest = Math.max(...sizes), least = Math.min(...sizes);
    return nodes.map(node => {
      const paper = node.type === "Paper";
      const share = paper || largest <= least ? 0.1 : (node.size - least) / (largest - least);
      const radius = node.centre ? 20 : 5.5 + 15 * share;
      const font = node.centre ? 18 : paper ? 11.5 : Math.round(12 + 6 * share);
      const label = inLines(node.label, paper ? 26 : 20, paper && node.centre ? 4 : 2);
      this.ruler.font = `${font}px ${FONT}`;
      const lines = label.split("\n"), width = Math.max(...lines.map(line => this.ruler.measureText(line).width));
      return { ...node, radius, font, text: label, width: Math.max(width, 2 * radius) + 8, above: radius + 2, below: radius + lines.length * font * 1.2 + 10 };
    });
  }

  ink(type) { return style(type === "Paper" ? "--soft" : "--ink"); }

  visNode({ id, text, type, radius, font, x, y, centre }) {
    return { id, label: text, group: type, size: radius, x, y, borderWidth: centre ? 3 : 1, font: { size: font, vadjust: -2, color: this.ink(type) } };
  }

  visLine({ from, to, papers = 1, type, directed, edges, tie }, id) {
    const line = { id, from, to, papers, edges, tie, width: Math.min(0.8 + Math.log2(papers) * 0.6, 6) };
    const colour = type ? colourOf(type) : style("--tie");
    line.color = { color: colour, opacity: LINE_OPACITY, highlight: type ? colour : style("--accent"), hover: type ? colour : style("--accent") };
    if (directed) line.arrows = { to: { enabled: true, scaleFactor: 0.45 } };
    return line;
  }

  // Brings out what is chosen and what touches it; everything else steps back.
  emphasise(ids, lineIds = []) {
    const near = new Set(ids);
    for (const id of ids) for (const other of this.network.getConnectedNodes(id)) near.add(other);
    for (const line of this.lines.get(lineIds)) near.add(line.from).add(line.to);
    const all = near.size === 0;
    if (all && !this.faint) return;
    this.faint = !all;
    this.nodes.update(this.nodes.map(({ id, font, group }) => ({
      id, opacity: all || near.has(id) ? 1 : 0.3, font: { ...font, color: all || near.has(id) ? this.ink(group) : style("--faint") },
    })));
    const chosen = new Set(ids), lit = ({ id, from, to }) => chosen.has(from) || chosen.has(to) || lineIds.includes(id);
    this.lines.update(this.lines.map(line => ({ id: line.id, color: { ...line.color, opacity: all ? LINE_OPACITY : lit(line) ? 0.9 : 0.12 } })));
  }

  // `calm` leaves the rest as it is: for the centre of a view, which everything touches.
  select(ids, lineIds = [], calm = false) {
    const drawn = ids.filter(id => this.nodes.get(id));
    this.network.setSelection({ nodes: drawn, edges: lineIds }, { highlightEdges: drawn.length > 0 && !calm });
    this.emphasise(calm ? [] : drawn, lineIds);
  }

  retheme(options) {
    this.network.setOptions(this.looks(options));
    this.nodes.update(this.nodes.map(({ id, font, group }) => ({ id, font: { ...font, color: this.ink(group) } })));
  }

  fit(moving = true) {
    this.network.setSize("100%", "100%");
    this.network.fit({ maxZoomLevel: 1.25, minZoomLevel: 0.1, animation: moving && !still.matches ? { duration: 350 } : false });
  }

  zoom(factor) {
    this.network.moveTo({ scale: this.network.getScale() * factor, animation: still.matches ? false : { duration: 150 } });
  }

  bringIntoView(id) {
    if (this.nodes.get(id)) this.network.focus(id, { animation: still.matches ? false : { duration: 300 } });
  }
}
