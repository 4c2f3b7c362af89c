// The view as a file: picture or graph. Files are made here, in the browser; nothing is sent.
"use strict";

const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

// What XML cannot hold is left out, what it would read as markup is escaped.
function xml(text) {
  return String(text)
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;")
    .replace(/\n/g, "&#10;");
}

function download(content, type, name) {
  const address = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const anchor = el("a", { href: address, download: name });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

function savePng(drawing) {
  const canvas = drawing.element.querySelector("canvas"),
    copy = document.createElement("canvas");
  Object.assign(copy, { width: canvas.width, height: canvas.height });
  const context = copy.getContext("2d");
  context.fillStyle = style("--ground");
  context.fillRect(0, 0, copy.width, copy.height);
  context.drawImage(canvas, 0, 0);
  copy.toBlob(blob => download(blob, "image/png", "graph.png"));
}

function asSvg(drawing) {
  const nodes = drawing.nodes.get(),
    at = drawing.network.getPositions(),
    margin = 80;
  const xs = nodes.map(({ id }) => at[id].x),
    ys = nodes.map(({ id }) => at[id].y);
  const box = { x: Math.min(...xs) - margin, y: Math.min(...ys) - margin };
  Object.assign(box, { width: Math.max(...xs) + margin - box.x, height: Math.max(...ys) + margin - box.y });
  const ground = tag("rect", { ...box, fill: style("--ground") });
  const lines = drawing.lines.get().map(line => svgLine(line, at[line.from], at[line.to]));
  const drawn = [ground, ...drawing.cards.map(svgCard), ...lines, ...nodes.map(node => svgNode(node, at[node.id]))].join("\n");
  const frame = {
    xmlns: "http://www.w3.org/2000/svg",
    viewBox: Object.values(box).join(" "),
    "font-family": "sans-serif",
  };
  return XML_HEAD + tag("svg", frame, `\n${drawn}\n`) + "\n";
}

function svgCard({ x, y, width, height, heading }) {
  const text = { x: x + 14, y: y + 21, "font-size": 13, "font-weight": 600, fill: style("--soft") };
  return tag("rect", { x, y, width, height, rx: 14, fill: style("--community") }) + tag("text", text, xml(heading));
}

function svgLine({ color, width }, from, to) {
  const stroke = { stroke: color.color, "stroke-opacity": color.opacity, "stroke-width": width };
  return tag("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y, ...stroke });
}

function svgNode({ label, group, size, font }, { x, y }) {
  const scale = size / 7;
  const shape = tag("path", {
    d: SHAPES[look.shapes[group]] || SHAPES.dot,
    transform: `translate(${x - 8 * scale} ${y - 8 * scale}) scale(${scale})`,
    fill: colourOf(group),
  });
  const lines = label.split("\n").map((line, i) => tag("tspan", { x, dy: i ? font.size * 1.15 : 0 }, xml(line)));
  const halo = { stroke: style("--ground"), "stroke-width": 3, "paint-order": "stroke", fill: style("--ink") };
  const text = { x, y: y + size + font.size + 4, "font-size": font.size, "text-anchor": "middle", ...halo };
  return shape + tag("text", text, lines.join(""));
}

// An XML element; `inside` is markup already, attributes are not.
function tag(name, attributes, inside = "") {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${xml(value)}"`);
  return `<${name}${written.join("")}>${inside}</${name}>`;
}

// The view's nodes and the edges among them, each claim once, with how many papers make it.
function asGraphml(graph, nodes) {
  const claims = graph.claims(graph.linesAmong(nodes).flatMap(line => line.edges));
  const keys = [
    ["label", "node", "string"],
    ["type", "node", "string"],
    ["papers", "node", "int"],
    ["relation", "edge", "string"],
    ["papers", "edge", "int"],
  ].map(([name, domain, type]) =>
    tag("key", { id: `${domain[0]}_${name}`, for: domain, "attr.name": name, "attr.type": type }),
  );
  const data = values =>
    Object.entries(values)
      .map(([key, value]) => tag("data", { key }, xml(value)))
      .join("");
  const nodeTags = nodes.map(node =>
    tag(
      "node",
      { id: graph.nodes.id[node] },
      data({ n_label: graph.label(node), n_type: graph.type(node), n_papers: graph.support[node] }),
    ),
  );
  const edgeTags = claims.map(({ subject, object, relation, papers }, i) =>
    tag(
      "edge",
      { id: `e${i}`, source: graph.nodes.id[subject], target: graph.nodes.id[object], label: relation },
      data({ e_relation: relation, e_papers: papers }),
    ),
  );
  const inside = tag("graph", { edgedefault: "directed" }, `\n${[...nodeTags, ...edgeTags].join("\n")}\n`);
  const frame = { xmlns: "http://graphml.graphdrawing.org/xmlns" };
  return XML_HEAD + tag("graphml", frame, `\n${keys.join("\n")}\n${inside}\n`) + "\n";
}

// Copies text; where the browser has no clipboard for this page, through a hidden field.
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = el("textarea", { value: text, "aria-hidden": "true", class: "off-screen" });
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}
