// What is claimed of a node: its neighbours by relation, how many papers say so, and their words.
"use strict";

const HEADINGS = {
  introduces: ["Introduces", "Introduced by"],
  uses: ["Uses", "Used by"],
  comparesWith: ["Compares with", "Baseline in"],
  evaluatesOn: ["Evaluates on", "Papers that evaluate on it"],
  trainsOn: ["Trains on", "Papers that train on it"],
  usesModel: ["Runs on", "Papers that run it"],
  addresses: ["Tasks", "Papers that address it"],
  measures: ["Metrics", "Papers that measure it"],
  hasCode: ["Code", "Code of"],
  publishedIn: ["Venue", "Papers"],
  hasAuthor: ["Authors", "Papers"],
  variantOf: ["Variant of", "Variants"],
  memberOf: ["Family", "Models"],
  partOf: ["Part of", "Parts"],
  broader: ["Wider", "Narrower"],
  evaluatedOn: ["Evaluated on", "Methods evaluated on it"],
  appliedTo: ["Applied to", "Methods applied to it"],
  usedFor: ["Used for", "Methods for it"],
  buildsOn: ["Builds on", "Built on by"],
  comparedWith: ["Compared with", "Compared with it"],
  outperforms: ["Outperforms", "Outperformed by"],
};
const ORDER = [
  "variantOf",
  "broader",
  "memberOf",
  "partOf",
  "introduces",
  "outperforms",
  "comparedWith",
  "buildsOn",
  "evaluatedOn",
  "appliedTo",
  "usedFor",
  "uses",
  "comparesWith",
  "evaluatesOn",
  "trainsOn",
  "usesModel",
  "addresses",
  "measures",
  "hasAuthor",
  "publishedIn",
  "hasCode",
];
const LIST_SHOWN = 7,
  LIST_MOST = 300,
  QUOTES_SHOWN = 5;

// One section for each relation and direction that the node has.
function relationSections(at, node) {
  const { graph } = at,
    groups = new Map();
  for (const e of graph.edgesOf(node)) {
    const relation = graph.relation(e);
    if (!graph.passes[e] || !HEADINGS[relation] || (relation === "hasCode" && graph.isPaper(node))) continue;
    const key = `${relation} ${graph.edges.subject[e] === node ? 0 : 1}`;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(e);
  }
  return ORDER.flatMap(relation =>
    [0, 1].flatMap(direction => {
      const edges = groups.get(`${relation} ${direction}`);
      if (!edges) return [];
      const claims = graph.claims(edges);
      const newest = claim => graph.year(claim.subject) ?? 0;
      if (direction === 1 && graph.isPaper(claims[0].subject)) claims.sort((a, b) => newest(b) - newest(a));
      return [
        section(
          `${HEADINGS[relation][direction]} (${number(claims.length)})`,
          longList(claims, claim => claimItem(at, claim, direction ? claim.subject : claim.object)),
        ),
      ];
    }),
  );
}

function longList(items, toElement, shown = LIST_SHOWN) {
  const list = el("ul", { class: "items" }, items.slice(0, shown).map(toElement));
  if (items.length <= shown) return list;
  const more = el(
    "button",
    { type: "button", class: "more" },
    `Show ${items.length > LIST_MOST ? `${LIST_MOST} of ` : "all "}${number(items.length)}`,
  );
  more.addEventListener("click", () => {
    list.append(...items.slice(shown, LIST_MOST).map(toElement));
    more.remove();
  });
  return [list, more];
}

function nodeButton(at, node, longest = 110, name = plain(at.graph.label(node))) {
  return el(
    "button",
    { type: "button", class: "node", onclick: () => at.choose(node) },
    glyph(at.graph.type(node)),
    el("bdi", {}, shortened(name, longest) || at.graph.nodes.id[node]),
  );
}

// A neighbour, how many papers say so, and on demand their words.
function claimItem(at, claim, neighbour) {
  const { graph } = at,
    item = el("li", {}),
    quoted = claim.edges.filter(e => graph.hasQuote(e));
  const row = el("div", { class: "row" }, nodeButton(at, neighbour));
  if (graph.isPaper(neighbour) && graph.year(neighbour))
    row.append(el("span", { class: "note" }, String(graph.year(neighbour))));
  if (claim.papers > 1)
    row.append(el("span", { class: "note", title: many(claim.papers, "paper") }, `×${number(claim.papers)}`));
  if (quoted.length) {
    const toggle = el(
      "button",
      {
        type: "button",
        class: "quote",
        "aria-expanded": "false",
        "aria-label": `Evidence: ${shortened(plain(graph.label(neighbour)), 60)}`,
      },
      "❝",
    );
    toggle.addEventListener("click", () => {
      const open = item.querySelector(".evidence");
      if (open) open.remove();
      else item.append(evidence(at, quoted));
      toggle.setAttribute("aria-expanded", String(!open));
    });
    row.append(toggle);
  }
  item.append(row);
  return item;
}

function evidence(at, edges) {
  const { graph } = at;
  const all = [...edges].sort((a, b) => graph.edges.score[b] - graph.edges.score[a]);
  return el(
    "div",
    { class: "evidence" },
    all.slice(0, QUOTES_SHOWN).map(e => quotation(at, e)),
    all.length > QUOTES_SHOWN && el("p", { class: "note" }, `and ${many(all.length - QUOTES_SHOWN, "more paper")}`),
  );
}

// The words behind an edge, with the paper, the step and its confidence; the words come when their part is unpacked.
function quotation(at, e) {
  const { graph } = at,
    { edges } = graph,
    paper = edges.paper[e],
    step = edges.steps[edges.step[e]],
    quoted = graph.hasQuote(e);
  const facts = [step && `step ${step}`, `confidence ${edges.score[e].toFixed(2)}`, !quoted && "nothing is quoted"];
  return el(
    "figure",
    {},
    quoted && later(el("blockquote", { dir: "auto" }), graph.quote(e).then(quote => markedQuote(at, e, quote))),
    el(
      "figcaption",
      {},
      paper >= 0 && nodeButton(at, paper, 80),
      el("span", { class: "note" }, facts.filter(Boolean).join(" · ")),
    ),
  );
}

function markedQuote({ graph }, e, { text, start, end }) {
  const element = found => el("mark", { colour: colourOf(graph.type(graph.edges.object[e])) }, found);
  return marked(text, [{ start, end, element }]);
}

// Names that stand in the same papers, by type, where no edge says it already.
function togetherWith(at, node) {
  const { graph } = at,
    direct = new Set([...graph.edgesOf(node)].map(e => graph.otherEnd(e, node)));
  const shared = [...graph.sharedPapers(node)].filter(([name]) => !direct.has(name));
  shared.sort((a, b) => telling(graph, ...b) - telling(graph, ...a) || a[0] - b[0]);
  if (!shared.length) return null;
  return section(
    "In the same papers",
    longList(shared, ([name, count]) =>
      el(
        "li",
        {},
        el("div", { class: "row" }, nodeButton(at, name), el("span", { class: "note" }, `×${number(count)}`)),
      ),
    ),
  );
}
