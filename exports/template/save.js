// The view as a file: picture or graph. Files are made here, in the browser; nothing is sent.
"use strict";

// What XML cannot hold is left out, what it would read as markup is escaped.
function xml(text) {
  // eslint-disable-next-line no-control-regex
  return String(text).toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
    .replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;").replace(/\n/g, "&#10;");
}

function download(content, type, name) {
  const address = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const anchor = el("a", { href: address, download: name });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

function savePng(drawing) {
  const canvas = drawing.element.querySelector("canvas"), copy = document.createElement("canvas");
  Object.assign(copy, { width: canvas.width, height: canvas.height });
  const context = copy.getContext("2d");
  context.fillStyle = style("--ground");
  context.fillRect(0, 0, copy.width, copy.height);
  context.drawImage(canvas, 0, 0);
  copy.toBlob(blob => download(blob, "image/png", "graph.png"));
}

function asSvg(drawing) {
  const nodes = drawing.nodes.get(), positions = drawing.network.getPositions(), margin = 80;
  const xs = nodes.map(({ id }) => positions[id].x), ys = nodes.map(({ id }) => positions[id].y);
  const left = Math.min(...xs) - margin, top = Math.min(...ys) - margin;
  const width = Math.max(...xs) + margin - left, height = Math.max(...ys) + margin - top;
  const line = ({ from, to, width: w, color }) => `<line x1="${positions[from].x}" y1="${positions[from].y}" x2="${positions[to].x}" y2="${positions[to].y}" stroke="${color.color}" stroke-opacity="${color.opacity}" stroke-width="${w}"/>`;
  const node = ({ id, label, group, size, font }) => {
    const { x, y } = positions[id], radius = size / 7;
    const text = label.split("\n").map((part, i) => `<tspan x="${x}" dy="${i ? font.size * 1.15 : 0}">${xml(part)}</tspan>`).join("");
    return `<path d="${SHAPES[look.shapes[group]] || SHAPES.dot}" transform="translate(${x - 8 * radius} ${y - 8 * radius}) scale(${radius})" fill="${colourOf(group)}"/>` +
      `<text x="${x}" y="${y + size + font.size}" font-size="${font.size}" text-anchor="middle" fill="${style("--ink")}" stroke="${style("--ground")}" stroke-width="3" paint-order="stroke">${text}</text>`;
  };
  return `<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${width} ${height}" font-family="sans-serif">` +
    `<rect x="${left}" y="${top}" width="${width}" height="${height}" fill="${style("--ground")}"/>\n${drawing.lines.get().map(line).join("\n")}\n${nodes.map(node).join("\n")}\n</svg>\n`;
}

// The view's nodes and the edges among them, each claim once, with how many papers make it.
function asGraphml(graph, nodes) {
  const key = (id, domain, type) => `<key id="${domain[0]}_${id}" for="${domain}" attr.name="${id}" attr.type="${type}"/>`;
  const data = (id, value) => `<data key="${id}">${xml(value)}</data>`;
  const edges = graph.claims(graph.linesAmong(nodes).flatMap(line => line.edges));
  return ['<?xml version="1.0" encoding="UTF-8"?>', '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
    key("label", "node", "string"), key("type", "node", "string"), key("papers", "node", "int"), key("relation", "edge", "string"), key("papers", "edge", "int"),
    '<graph edgedefault="directed">',
    ...nodes.map(node => `<node id="${xml(graph.nodes.id[node])}">${data("n_label", graph.label(node))}${data("n_type", graph.type(node))}${data("n_papers", graph.support[node])}</node>`),
    ...edges.map((claim, i) => `<edge id="e${i}" source="${xml(graph.nodes.id[claim.subject])}" target="${xml(graph.nodes.id[claim.object])}" label="${claim.relation}">${data("e_relation", claim.relation)}${data("e_papers", claim.papers)}</edge>`),
    "</graph>", "</graphml>", ""].join("\n");
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
