// Where nodes stand that no layout was computed for: forces first, then labels moved apart. The same every time.
"use strict";

const CARD_GAP = 14, // between two communities
  CARD_MARGIN = 8,
  CARD_HEADING = 22,
  LOOSENESS = 2.05;

// Places `nodes` ({ width, above, below } say how much room each needs; `fixed` ones stay) by the `lines` between them.
function arrange(nodes, lines, aspect = 1.4, rounds = Math.min(180, Math.max(50, Math.round(36000 / nodes.length)))) {
  const place = new Map(nodes.map((node, i) => [node.id, i]));
  const ends = lines.map(line => [place.get(line.from), place.get(line.to)]);
  const far = 70 + 5 * Math.sqrt(nodes.length);
  for (let round = 0; round < rounds; round++) {
    const step = 30 * (1 - round / rounds) + 1;
    const dx = new Float64Array(nodes.length),
      dy = new Float64Array(nodes.length);
    repel(nodes, far, dx, dy);
    attract(nodes, ends, far, aspect, dx, dy);
    nodes.forEach((node, i) => {
      if (node.fixed) return;
      const length = Math.hypot(dx[i], dy[i]) || 1,
        move = Math.min(step, length);
      node.x += (dx[i] / length) * move;
      node.y += (dy[i] / length) * move;
    });
  }
  if (!nodes.some(node => node.fixed && (node.x || node.y))) {
    const area = nodes.reduce((sum, node) => sum + boxArea(node), 0) * 2.4;
    filled(nodes, Math.sqrt(area * aspect), Math.sqrt(area / aspect));
  }
  separate(nodes);
}

function repel(nodes, far, dx, dy) {
  for (let i = 0; i < nodes.length; i++) {
    for (let j = 0; j < i; j++) {
      let x = nodes[i].x - nodes[j].x,
        y = nodes[i].y - nodes[j].y;
      if (!x && !y) {
        x = (i % 7) - 3 || 1;
        y = (j % 5) - 2 || 1;
      }
      const push = (far * far) / (x * x + y * y);
      dx[i] += x * push;
      dy[i] += y * push;
      dx[j] -= x * push;
      dy[j] -= y * push;
    }
  }
}

function attract(nodes, ends, far, aspect, dx, dy) {
  for (const [a, b] of ends) {
    const x = nodes[a].x - nodes[b].x,
      y = nodes[a].y - nodes[b].y,
      pull = Math.hypot(x, y) / far;
    dx[a] -= x * pull;
    dy[a] -= y * pull;
    dx[b] += x * pull;
    dy[b] += y * pull;
  }
  nodes.forEach((node, i) => {
    dx[i] -= node.x;
    dy[i] -= node.y * Math.min(3, Math.max(0.4, aspect));
  });
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
  const x = a.x - b.x,
    y = middle(a) - middle(b);
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
    const distance = Math.hypot(node.x, node.y) || 1,
      even = Math.sqrt((rank + 0.5) / nodes.length);
    const wanted = (0.35 * distance) / farthest + 0.65 * even,
      x = (node.x / distance) * wanted,
      y = (node.y / distance) * wanted;
    [node.x, node.y] = [(onSquare(x, y) * width) / 2, (onSquare(y, x) * height) / 2];
  });
}

const boxArea = node => node.width * (node.above + node.below);

// Spreads nodes over a window of this aspect, a region for each community. Moving cards apart makes the whole taller or
// wider than was asked for, so it is asked for again with that put right.
function inRegions(nodes, aspect) {
  if (!nodes.length) return;
  const places = nodes.map(({ x, y }) => ({ x, y }));
  let wanted = aspect;
  for (let round = 0; round < 3; round++) {
    nodes.forEach((node, i) => Object.assign(node, places[i]));
    spread(nodes, wanted);
    const { width, height } = cardOf(nodes);
    wanted *= (aspect * height) / width;
  }
}

// Gives each community a region, beside those that it stood beside, and spreads its nodes over it.
function spread(nodes, aspect) {
  const mean = (members, axis) => members.reduce((sum, node) => sum + node[axis], 0) / members.length;
  const groups = communitiesOf(nodes).map(members => ({
    members,
    area: members.reduce((sum, node) => sum + boxArea(node), 0) + 9000,
    x: mean(members, "x"),
    y: mean(members, "y"),
  }));
  const area = groups.reduce((sum, group) => sum + group.area, 0) * LOOSENESS,
    width = Math.sqrt(area * aspect);
  shareOut(groups, { x: 0, y: 0, width, height: area / width });
  cardsApart(groups);
}

// Moves communities apart whose cards still overlap.
function cardsApart(groups) {
  const cards = groups.map(({ members }) => {
    const { x, y, width, height } = cardOf(members);
    return { members, x: x + width / 2, y: y + height / 2, width: width + CARD_GAP, above: (height + CARD_GAP) / 2, below: (height + CARD_GAP) / 2 };
  });
  const before = cards.map(({ x, y }) => ({ x, y }));
  separate(cards);
  cards.forEach(({ members, x, y }, i) => {
    for (const node of members) {
      node.x += x - before[i].x;
      node.y += y - before[i].y;
    }
  });
}

// The nodes by community; those of communities with fewer than three nodes make one together.
function communitiesOf(nodes) {
  const groups = [...Map.groupBy(nodes, node => node.community).values()],
    rest = groups.filter(group => group.length < 3).flat();
  return [...groups.filter(group => group.length >= 3), ...(rest.length ? [rest] : [])];
}

// Where the ground of each community lies, and its two largest names.
function cardsOf(nodes) {
  const nameless = ({ type }) => (type === "Paper" ? 2 : type === "Metric" ? 1 : 0); // they say less of a community
  return communitiesOf(nodes)
    .filter(members => members.length > 2 && members.every(({ community }) => community === members[0].community))
    .map(members => {
      const ranked = [...members].sort((a, b) => nameless(a) - nameless(b) || b.radius - a.radius),
        largest = ranked.slice(0, nameless(ranked[1]) ? 1 : 2);
      return { ...cardOf(members), heading: largest.map(({ label }) => plain(label)).join(" · ") };
    });
}

function cardOf(members) {
  const points = members.flatMap(corners),
    xs = points.map(({ x }) => x),
    ys = points.map(({ y }) => y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return {
    x: left - CARD_MARGIN,
    y: top - CARD_MARGIN - CARD_HEADING,
    width: right - left + 2 * CARD_MARGIN,
    height: bottom - top + 2 * CARD_MARGIN + CARD_HEADING,
  };
}

// Halves a region along its longer side between groups that stand on either side, until each has its own.
function shareOut(groups, region) {
  if (groups.length === 1) return settle(groups[0], region);
  const [axis, length] = region.width > region.height * 1.9 ? ["x", "width"] : ["y", "height"];
  const sorted = [...groups].sort((a, b) => a[axis] - b[axis]),
    all = groups.reduce((sum, group) => sum + group.area, 0);
  let cut = 0,
    before = 0;
  do before += sorted[cut++].area;
  while (cut < sorted.length - 1 && before + sorted[cut].area / 2 < all / 2);
  const first = (region[length] * before) / all,
    second = region[length] - first;
  shareOut(sorted.slice(0, cut), { ...region, [length]: first, [axis]: region[axis] - second / 2 });
  return shareOut(sorted.slice(cut), { ...region, [length]: second, [axis]: region[axis] + first / 2 });
}

function settle({ members, x, y }, region) {
  for (const node of members) {
    node.x -= x;
    node.y -= y;
  }
  const widest = Math.max(...members.map(node => node.width)),
    tallest = Math.max(...members.map(node => node.above + node.below));
  const width = region.width - CARD_GAP - 2 * CARD_MARGIN - widest,
    height = region.height - CARD_GAP - 2 * CARD_MARGIN - CARD_HEADING - tallest;
  filled(members, Math.max(10, width), Math.max(10, height));
  separate(members);
  const middle = (axis, before, after) =>
    (Math.min(...members.map(before)) + Math.max(...members.map(after))) / 2 - region[axis];
  const moveX = middle("x", node => node.x - node.width / 2, node => node.x + node.width / 2),
    moveY = middle("y", node => node.y - node.above, node => node.y + node.below) - CARD_HEADING / 2;
  for (const node of members) {
    node.x -= moveX;
    node.y -= moveY;
  }
}

// One coordinate of a point of the unit disc, moved to the square around it (the elliptical grid mapping's inverse).
function onSquare(u, v) {
  const root = Math.SQRT2,
    sum = 2 + u * u - v * v;
  return (Math.sqrt(Math.max(0, sum + 2 * root * u)) - Math.sqrt(Math.max(0, sum - 2 * root * u))) / 2;
}

const corners = ({ x, y, width, above, below }) =>
  [-0.5, 0.5].flatMap(side => [
    { x: x + side * width, y: y - above },
    { x: x + side * width, y: y + below - 8 },
  ]);
