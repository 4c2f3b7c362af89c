// Which nodes stand around one, and how to get from one to another.
"use strict";

// How many of each type a view of 90 nodes has: no type crowds out the others. What is a variant, a part, a wider or a
// narrower thing has room of its own.
const QUOTA = { Method: 11, Benchmark: 9, Model: 7, ModelFamily: 4, Task: 6, Metric: 3, Paper: 10, kin: 12 };
const KINSHIP = new Set(["variantOf", "broader", "memberOf", "partOf"]);
const PAPER_RELATIONS_FIRST = { introduces: 4, evaluatesOn: 2 };

// Nodes to draw around one, best first, and how many there are in all.
function neighbourhood(graph, centre, factor = 1) {
  const weight = new Map(),
    kin = new Set();
  const add = (node, amount) => {
    if (node !== centre && graph.shows(node)) weight.set(node, (weight.get(node) || 0) + amount);
  };
  for (const e of graph.edgesOf(centre)) {
    if (!graph.passes[e]) continue;
    const other = graph.otherEnd(e, centre);
    if (KINSHIP.has(graph.relation(e))) kin.add(other);
    add(other, edgeWeight(graph, e, other));
  }
  if (!graph.isPaper(centre)) {
    for (const [name, shared] of graph.sharedPapers(centre)) add(name, telling(graph, name, shared));
  }
  const ranked = [...weight].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([node]) => node);
  const room = {};
  const chosen = ranked.filter(node => {
    const kind = kin.has(node) ? "kin" : graph.type(node);
    room[kind] ??= Math.ceil((QUOTA[kind] || 6) * factor);
    return room[kind]-- > 0;
  });
  return { chosen, all: ranked.length };
}

function edgeWeight(graph, e, other) {
  const relation = graph.relation(e);
  if (graph.isPaper(other)) return (PAPER_RELATIONS_FIRST[relation] || 1) + graph.edges.score[e];
  return graph.derived.has(relation) ? 1 : 3 + Math.log(1 + graph.support[other]);
}

// What sharing so many papers with a name tells: less where that name stands in many.
function telling(graph, name, shared) {
  return shared * Math.log(1 + graph.papers.length / Math.max(1, graph.support[name]));
}

// The nodes of a view around one: neighbours, then what lies behind them, fewer at each step, about `most` in all.
// `via` says from which node each was reached.
function around(graph, centre, hops, most = 120) {
  const { chosen, all } = neighbourhood(graph, centre, Math.max(0.25, most / (hops > 1 ? 160 : 90)));
  const via = new Map([[centre, -1], ...chosen.map(node => [node, centre])]);
  let ring = chosen;
  for (let hop = 2; hop <= hops; hop++) {
    const behind = [];
    for (const node of ring) {
      for (const next of neighbourhood(graph, node, 0.15).chosen) {
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

// The nodes of a shortest path by edges that pass the filters, or none. Venues join everything, so none leads through one.
function shortestPath(graph, from, to) {
  const before = new Map([[from, -1]]);
  let ring = [from];
  while (ring.length && !before.has(to)) {
    const next = [];
    for (const node of ring) {
      for (const e of graph.edgesOf(node)) {
        const other = graph.otherEnd(e, node);
        if (!graph.passes[e] || before.has(other) || (graph.type(other) === "Venue" && other !== to)) continue;
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
