// Where nodes stand that no layout was computed for: forces first, then labels moved apart. The same every time.
"use strict";

// Places `nodes` ({ width, above, below } say how much room each needs; `fixed` ones stay) by the `lines` between them.
function arrange(nodes, lines, aspect = 1.4, rounds = 180) {
  const place = new Map(nodes.map((node, i) => [node.id, i]));
  const ends = lines.map(line => [place.get(line.from), place.get(line.to)]);
  const far = 70 + 5 * Math.sqrt(nodes.length);
  for (let round = 0; round < rounds; round++) {
    const step = 30 * (1 - round / rounds) + 1;
    const dx = new Float64Array(nodes.length), dy = new Float64Array(nodes.length);
    repel(nodes, far, dx, dy);
    attract(nodes, ends, far, aspect, dx, dy);
    nodes.forEach((node, i) => {
      if (node.fixed) return;
      const length = Math.hypot(dx[i], dy[i]) || 1, move = Math.min(step, length);
      node.x += dx[i] / length * move;
      node.y += dy[i] / length * move;
    });
  }
  if (!nodes.some(node => node.fixed && (node.x || node.y))) {
    const area = nodes.reduce((sum, node) => sum + node.width * (node.above + node.below), 0) * 2.4;
    filled(nodes, Math.sqrt(area * aspect), Math.sqrt(area / aspect));
  }
  separate(nodes);
}

function repel(nodes, far, dx, dy) {
  for (let i = 0; i < nodes.length; i++) {
    for (let j = 0; j < i; j++) {
      let x = nodes[i].x - nodes[j].x, y = nodes[i].y - nodes[j].y;
      if (!x && !y) { x = (i % 7) - 3 || 1; y = (j % 5) - 2 || 1; }
      const push = far * far / (x * x + y * y);
      dx[i] += x * push; dy[i] += y * push;
      dx[j] -= x * push; dy[j] -= y * push;
    }
  }
}

function attract(nodes, ends, far, aspect, dx, dy) {
  for (const [a, b] of ends) {
    const x = nodes[a].x - nodes[b].x, y = nodes[a].y - nodes[b].y, pull = Math.hypot(x, y) / far;
    dx[a] -= x * pull; dy[a] -= y * pull;
    dx[b] += x * pull; dy[b] += y * pull;
  }
  nodes.forEach((node, i) => { dx[i] -= node.x; dy[i] -= node.y * Math.min(3, Math.max(0.4, aspect)); });
}

// Moves boxes that overlap apart, each along the shorter way out, until none do or `rounds` are over.
function separate(nodes, rounds = 120) {
  for (let round = 0; round < rounds; round++) {
    let moved = false;
    for (let i = 0; i < nodes.length; i++) {
      for (let j = 0; j < i; j++) moved = pushApart(nodes[i], nodes[j]) || moved;
    }
    if (!moved) return;
  }
}

function pushApart(a, b) {
  const middle = node => node.y + (node.below - node.above) / 2;
  const x = a.x - b.x, y = middle(a) - middle(b);
  const overX = (a.width + b.width) / 2 - Math.abs(x);
  const overY = (a.above + a.below + b.above + b.below) / 2 - Math.abs(y);
  if (overX <= 0 || overY <= 0 || (a.fixed && b.fixed)) return false;
  const share = a.fixed || b.fixed ? 1 : 0.5;
  const [axis, amount] = overX < overY * 1.5 ? ["x", Math.sign(x || 1) * overX] : ["y", Math.sign(y || 1) * overY];
  if (!a.fixed) a[axis] += amount * share;
  if (!b.fixed) b[axis] -= amount * share;
  return true;
}

// Points on rings around the middle, one type beside another: where forces start from.
function onRings(count, spacing = 110) {
  const points = [];
  for (let ring = 1; points.length < count; ring++) {
    const room = Math.min(count - points.length, 8 * ring + 4);
    for (let i = 0; i < room; i++) {
      const angle = 2 * Math.PI * (i / room) + ring * 0.3;
      points.push({ x: Math.cos(angle) * ring * spacing * 1.3, y: Math.sin(angle) * ring * spacing });
    }
  }
  return points;
}

// Spreads points over a window: crowded places wider, empty ones narrower, the round drawing to the window's corners.
function filled(nodes, width, height) {
  const byDistance = [...nodes].sort((a, b) => Math.hypot(a.x, a.y) - Math.hypot(b.x, b.y));
  const farthest = Math.hypot(byDistance.at(-1)?.x || 1, byDistance.at(-1)?.y || 1);
  byDistance.forEach((node, rank) => {
    const distance = Math.hypot(node.x, node.y) || 1, even = Math.sqrt((rank + 0.5) / nodes.length);
    const wanted = 0.35 * distance / farthest + 0.65 * even, x = node.x / distance * wanted, y = node.y / distance * wanted;
    [node.x, node.y] = [onSquare(x, y) * width / 2, onSquare(y, x) * height / 2];
  });
}

// One coordinate of a point of the unit disc, moved to the square around it (the elliptical grid mapping's inverse).
function onSquare(u, v) {
  const root = Math.SQRT2, sum = 2 + u * u - v * v;
  return (Math.sqrt(Math.max(0, sum + 2 * root * u)) - Math.sqrt(Math.max(0, sum - 2 * root * u))) / 2;
}
