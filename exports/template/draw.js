// The map: what vis-network draws, how it looks in light and dark, and what is told apart when something is chosen.
"use strict";

const style = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const still = matchMedia("(prefers-reduced-motion: reduce)");
const FONT = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";

class Drawing {
  // `on` has choose(node ids, line ids), open(node id), hover(text or null, point)
  constructor(element, options, on) {
    this.element = element;
    this.on = on;
    this.nodes = new vis.DataSet();
    this.lines = new vis.DataSet();
    this.network = new vis.Network(
      element,
      { nodes: this.nodes, edges: this.lines },
      { ...options, ...this.looks(options) },
    );
    this.ruler = document.createElement("canvas").getContext("2d");
    this.cards = [];
    this.frame = element.querySelector(".vis-network");
    this.frame.setAttribute("role", "application");
    this.frame.setAttribute("aria-label", "Map: arrow keys lead from node to node, Enter opens one, ? lists all keys");
    this.listen();
  }

  looks(options) {
    const groups = {};
    this.cardColours = { ground: style("--community"), ink: style("--soft") };
    for (const [type, group] of Object.entries(options.groups)) {
      const colour = colourOf(type);
      groups[type] = {
        ...group,
        color: {
          background: colour,
          border: style("--ground"),
          highlight: { background: colour, border: style("--ink") },
          hover: { background: colour, border: style("--ink") },
        },
      };
    }
    this.groups = groups;
    return {
      groups,
      nodes: {
        ...options.nodes,
        labelHighlightBold: false,
        font: { face: FONT, color: style("--ink"), strokeWidth: 4, strokeColor: style("--ground") },
      },
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
    network.on("beforeDrawing", context => this.drawCommunities(context));
    network.on("dragEnd", ({ nodes }) => {
      for (const [id, { x, y }] of Object.entries(network.getPositions(nodes))) this.nodes.update({ id, x, y });
    });
  }

  // Draws nodes {id, label, type, size, x, y, centre} and lines {from, to, papers, type, directed}.
  // Nodes without a place get one; those that were drawn already stay where they are when `keep` is set.
  show(nodes, lines, { keep = false, placed = false, aspect = 1.4 } = {}) {
    const before = keep ? this.network.getPositions() : {};
    const boxes = this.sized(nodes);
    const start = onRings(nodes.length);
    boxes.forEach((box, i) => {
      const old = before[box.id];
      if (old) Object.assign(box, { x: old.x, y: old.y, fixed: true });
      else if (box.centre) Object.assign(box, { x: 0, y: 0, fixed: true });
      else if (box.x === undefined || keep) Object.assign(box, this.beside(box.id, lines, before, start[i]));
    });
    if (placed) inRegions(boxes, aspect);
    else arrange(boxes, lines, this.element.clientWidth / Math.max(1, this.element.clientHeight));
    this.lines.clear();
    this.nodes.clear();
    this.nodes.add(boxes.map(box => this.visNode(box)));
    this.cards = placed ? cardsOf(boxes) : [];
    const most = Math.max(2, ...lines.map(line => line.papers || 1));
    const byId = new Map(boxes.map(box => [box.id, box]));
    const quiet = ({ from, to, tie }) =>
      byId.get(from).community !== byId.get(to).community || (tie && (byId.get(from).centre || byId.get(to).centre));
    this.lines.add(lines.map((line, i) => this.visLine(line, i, most, quiet(line))));
    this.faint = false;
    if (!keep) this.fit(false);
  }

  // Where a new node begins: near a drawn one that it is joined to, else at `point`.
  beside(id, lines, drawn, point) {
    const line = lines.find(({ from, to }) => (from === id && drawn[to]) || (to === id && drawn[from]));
    if (!line) return point;
    const { x, y } = drawn[line.from === id ? line.to : line.from];
    return { x: x + point.x / 4, y: y + point.y / 4 };
  }

  // A quiet card behind the nodes that belong together, headed by what they are about.
  drawCommunities(context) {
    const { ground, ink } = this.cardColours;
    context.textBaseline = "alphabetic";
    context.textAlign = "left";
    for (const { x, y, width, height, heading } of this.cards) {
      context.fillStyle = ground;
      context.beginPath();
      context.roundRect(x, y, width, height, 14);
      context.fill();
      context.fillStyle = ink;
      context.font = `600 13px ${FONT}`;
      context.fillText(fitted(context, heading, width - 24), x + 14, y + 21);
    }
  }

  // How large each node and its label are; the largest support of the view sets the scale. Papers are all alike.
  sized(nodes) {
    const sizes = nodes.filter(node => node.type !== "Paper").map(node => node.size);
    const largest = Math.max(...sizes),
      least = Math.min(...sizes);
    return nodes.map(node => {
      const paper = node.type === "Paper";
      const share = paper || largest <= least ? 0.1 : (node.size - least) / (largest - least);
      const radius = node.centre ? 20 : 5.5 + 15 * share;
      const font = node.centre ? 18 : paper ? 11.5 : Math.round(12 + 6 * share);
      const label = inLines(node.label, paper ? 26 : 20, paper && node.centre ? 4 : 2);
      this.ruler.font = `${font}px ${FONT}`;
      const lines = label.split("\n"),
        width = Math.max(...lines.map(line => this.ruler.measureText(line).width));
      return {
        ...node,
        radius,
        font,
        text: label,
        width: Math.max(width, 2 * radius) + 8,
        above: radius + 2,
        below: radius + lines.length * font * 1.2 + 10,
      };
    });
  }

  ink(type) {
    return style(type === "Paper" ? "--soft" : "--ink");
  }

  visNode({ id, text, type, radius, font, x, y, centre, pinned }) {
    return {
      id,
      label: text,
      group: type,
      size: radius,
      x,
      y,
      borderWidth: centre || pinned ? 3 : 1,
      color: pinned ? { ...this.groups[type].color, border: style("--ink") } : undefined,
      font: { size: font, vadjust: -2, color: this.ink(type) },
    };
  }

  // Wider for more papers, `most` being the widest; faint where it leaves its community or says little.
  visLine({ from, to, papers = 1, type, directed, edges, tie }, id, most, quiet) {
    const opacity = quiet ? 0.15 : 0.5;
    const line = {
      id,
      from,
      to,
      papers,
      edges,
      tie,
      opacity,
      width: 1 + (2.4 * Math.log2(papers)) / Math.log2(most),
    };
    const colour = type ? colourOf(type) : style("--tie");
    line.color = {
      color: colour,
      opacity,
      highlight: type ? colour : style("--accent"),
      hover: type ? colour : style("--accent"),
    };
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
    this.nodes.update(
      this.nodes.map(({ id, font, group }) => ({
        id,
        opacity: all || near.has(id) ? 1 : 0.3,
        font: { ...font, color: all || near.has(id) ? this.ink(group) : style("--faint") },
      })),
    );
    const chosen = new Set(ids),
      lit = ({ id, from, to }) => chosen.has(from) || chosen.has(to) || lineIds.includes(id);
    this.lines.update(
      this.lines.map(line => ({
        id: line.id,
        color: { ...line.color, opacity: all ? line.opacity : lit(line) ? 0.9 : 0.12 },
      })),
    );
  }

  // The node that lies from one in a direction such as [1, 0]: one that it is joined to, else any; the nearest ahead.
  towards(id, [dx, dy]) {
    const places = this.network.getPositions(),
      here = places[id] ?? this.network.getViewPosition();
    const ahead = ids =>
      ids
        .filter(other => other !== id)
        .map(other => {
          const x = places[other].x - here.x,
            y = places[other].y - here.y;
          return { other, along: x * dx + y * dy, across: Math.abs(x * dy) + Math.abs(y * dx) };
        })
        .filter(({ along, across }) => along > 0 && across <= 1.5 * along)
        .sort((a, b) => a.along + 2 * a.across - b.along - 2 * b.across)[0]?.other;
    return (places[id] && ahead(this.network.getConnectedNodes(id))) ?? ahead(Object.keys(places));
  }

  // The nodes that are joined to this one and to no other.
  leavesOf(id) {
    return this.network.getConnectedNodes(id).filter(other => this.network.getConnectedNodes(other).length === 1);
  }

  pointOf(id) {
    return this.network.canvasToDOM(this.network.getPosition(id));
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
    this.network.fit({
      maxZoomLevel: 1.25,
      minZoomLevel: 0.1,
      animation: moving && !still.matches ? { duration: 350 } : false,
    });
  }

  zoom(factor) {
    this.network.moveTo({
      scale: this.network.getScale() * factor,
      animation: still.matches ? false : { duration: 150 },
    });
  }

  // The canvas takes the room that it has now; what is in its middle stays there.
  resized() {
    this.network.setSize("100%", "100%");
    this.network.redraw();
  }

  // Moves to a node that lies outside the window, or, when `closer`, to where its label can be read.
  reveal(id, closer = false) {
    if (!this.nodes.get(id)) return;
    const { x, y } = this.pointOf(id),
      { clientWidth, clientHeight } = this.element;
    const inside = x > 40 && x < clientWidth - 40 && y > 40 && y < clientHeight - 60;
    const scale = closer ? Math.max(0.85, this.network.getScale()) : this.network.getScale();
    if (inside && scale === this.network.getScale()) return;
    this.network.focus(id, { scale, animation: still.matches || closer ? false : { duration: 300 } });
  }
}
