// Which nodes and lines the map shows: the prepared overview, the surroundings of a node, or a path.
"use strict";

const STRUCTURE = new Set(["variantOf", "broader", "memberOf", "partOf", "outperforms"]);
const AREA_A_NODE = 8800;

const narrow = () => matchMedia("(max-width: 760px)").matches;

// The map's size when no panel is open.
function mapSize() {
  const main = document.querySelector("main");
  return { width: main.clientWidth - (narrow() ? 0 : byId("legend").offsetWidth), height: main.clientHeight };
}

function mapAspect() {
  const { width, height } = mapSize();
  return width / Math.max(1, height);
}

// How many nodes with their labels the map has room for.
function mapRoom() {
  const { width, height } = mapSize(),
    shared = narrow() ? 0.6 : 1; // the panel takes its part
  return Math.max(14, Math.round((width * height * shared) / AREA_A_NODE));
}

// The overview as it was prepared, or as much of it as the window has room for.
class Overview {
  constructor(first, drawing) {
    Object.assign(this, { first, drawing });
  }

  nodes() {
    const { width, height } = mapSize(),
      size = `${width} ${height}`;
    if (this.preparedFor !== size) this.prepared = this.fitting(width * height * 1.3);
    this.preparedFor = size;
    return this.prepared;
  }

  // The first nodes, best first, whose labels the area holds.
  fitting(area) {
    const nodes = this.first.nodes.map(({ group, ...node }) => ({ ...node, type: group }));
    let left = area / LOOSENESS;
    const most = this.drawing.sized(nodes).findIndex(box => (left -= boxArea(box)) < 0);
    return most < 0 ? nodes : nodes.slice(0, Math.max(16, most));
  }

  lines() {
    const types = new Map(this.nodes().map(({ id, type }) => [id, type]));
    return this.first.edges
      .filter(({ from, to }) => types.has(from) && types.has(to))
      .map(({ from, to, papers }) => {
        const paper = [from, to].find(id => types.get(id) === "Paper");
        return { from, to, papers, tie: !paper, type: paper && types.get(paper === from ? to : from) };
      });
  }
}

// What to draw for the page's state: nodes, lines, places where they are prepared, and what to say of it.
function viewOf(page) {
  const { state, graph } = page;
  const numbers = ids => ids.map(id => graph.place.get(id)).filter(node => node !== undefined);
  const path = numbers(state.path),
    centre = graph.place.get(state.focus);
  if (path.length === 2) return pathView(graph, path);
  const start = centre === undefined ? overviewStart(page) : aroundStart(page, centre);
  const gone = new Set(numbers(state.gone));
  const added = numbers(state.added).flatMap(node => [node, ...neighbourhood(graph, node, 0.5).chosen]);
  const pinned = numbers(state.pinned).filter(node => graph.shows(node));
  const nodes = [...new Set([...start.nodes, ...added, ...pinned])].filter(node => !gone.has(node));
  const prepared = start.places && nodes.every(node => start.places.has(node));
  return {
    nodes,
    lines: start.lines(nodes),
    places: prepared ? start.places : undefined,
    words: `Showing ${number(nodes.length)} of ${number(Math.max(start.all, nodes.length))} ${start.what}`,
  };
}

function pathView(graph, [from, to]) {
  const nodes = shortestPath(graph, from, to);
  const words = nodes.length ? `A shortest path, ${many(nodes.length - 1, "step")}` : "No path joins these two";
  return { nodes: nodes.length ? nodes : [from, to], lines: ownLines(graph, nodes), words };
}

function overviewStart({ graph, overview }) {
  const places = new Map(overview.nodes().map(({ id, x, y, community }) => [graph.place.get(id), { x, y, community }]));
  const nodes = [...places.keys()].filter(node => graph.shows(node));
  const all = graph.nodes.id.reduce((count, _, node) => count + (graph.shows(node) ? 1 : 0), 0);
  return { nodes, all, places, what: "names and papers", lines: shown => overviewLines(graph, overview, shown) };
}

// Its prepared ties, and the graph's own edges for what was added to it.
function overviewLines(graph, overview, nodes) {
  const own = ownLines(graph, nodes),
    prepared = overview.lines();
  if (!prepared.some(line => line.tie)) return own;
  const first = new Set(overview.nodes().map(node => node.id));
  const pairs = prepared.map(({ from, to }) => [graph.place.get(from), graph.place.get(to)]);
  return [...own.filter(({ from, to }) => !first.has(from) || !first.has(to)), ...ties(graph, nodes, pairs)];
}

// The graph's own edges, and a tie to each node from that which it was reached by, where they share but papers.
function aroundStart({ graph, state }, centre) {
  const { nodes, all, via } = around(graph, centre, state.hops, mapRoom() * state.more);
  const pairs = [...via].filter(([node, from]) => from >= 0 && !graph.isPaper(from) && graph.isEntity(node));
  const lines = shown => {
    const own = ownLines(graph, shown),
      joined = new Set(own.flatMap(({ from, to }) => [`${from} ${to}`, `${to} ${from}`]));
    const loose = ties(graph, shown, pairs).filter(({ from, to }) => !joined.has(`${from} ${to}`));
    return [...own, ...loose];
  };
  return { nodes, all, what: `around ${shortened(plain(graph.label(centre)), 40)}`, lines };
}

// A line without a claim: two names that stand in the same papers.
function ties(graph, nodes, pairs) {
  const among = new Set(nodes);
  return pairs
    .filter(([a, b]) => among.has(a) && among.has(b))
    .map(([a, b]) => ({
      from: graph.nodes.id[a],
      to: graph.nodes.id[b],
      papers: graph.commonPapers(a, b).length,
      tie: true,
    }))
    .filter(line => line.papers > 0);
}

function ownLines(graph, nodes) {
  return graph.linesAmong(nodes).map(({ from, to, edges }) => ({
    from: graph.nodes.id[from],
    to: graph.nodes.id[to],
    edges,
    papers: Math.max(1, new Set(edges.map(e => graph.edges.paper[e])).size),
    type: graph.type(to),
    directed: edges.some(e => STRUCTURE.has(graph.relation(e))),
  }));
}
