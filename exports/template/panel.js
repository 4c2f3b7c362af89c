// Details of what is chosen. Each function gives elements; `at` is the page: its graph and what a click does.
"use strict";

const HEADINGS = {
  introduces: ["Introduces", "Introduced by"], uses: ["Uses", "Used by"], comparesWith: ["Compares with", "Baseline in"],
  evaluatesOn: ["Evaluates on", "Papers that evaluate on it"], trainsOn: ["Trains on", "Papers that train on it"],
  usesModel: ["Runs on", "Papers that run it"], addresses: ["Tasks", "Papers that address it"],
  measures: ["Metrics", "Papers that measure it"], hasCode: ["Code", "Code of"], publishedIn: ["Venue", "Papers"],
  hasAuthor: ["Authors", "Papers"], variantOf: ["Variant of", "Variants"], memberOf: ["Family", "Models"],
  partOf: ["Part of", "Parts"], broader: ["Wider", "Narrower"], evaluatedOn: ["Evaluated on", "Methods evaluated on it"],
  appliedTo: ["Applied to", "Methods applied to it"], usedFor: ["Used for", "Methods for it"],
  buildsOn: ["Builds on", "Built on by"], comparedWith: ["Compared with", "Compared with it"],
  outperforms: ["Outperforms", "Outperformed by"],
};
const ORDER = ["variantOf", "broader", "memberOf", "partOf", "introduces", "outperforms", "comparedWith", "buildsOn", "evaluatedOn",
  "appliedTo", "usedFor", "uses", "comparesWith", "evaluatesOn", "trainsOn", "usesModel", "addresses", "measures", "hasAuthor", "publishedIn", "hasCode"];
const LIST_SHOWN = 7, LIST_MOST = 300, QUOTES_SHOWN = 5;
const LESS_IS_BETTER = /error|perplexity|loss|latency|time|wer|cer|fid|fvd|mae|mse|rmse|cost|memory|rate of hallucination|regret/i;

function nodePanel(at, node) {
  const { graph } = at;
  return [heading(at, node), graph.isPaper(node) ? paperBody(at, node) : entityBody(at, node)];
}

function heading(at, node) {
  const { graph } = at, type = graph.type(node), aliases = graph.nodes.aliases[node];
  const facts = [typeWords(type)];
  if (graph.isPaper(node)) facts.push([graph.attribute(node, "venue"), graph.year(node)].filter(Boolean).join(" "));
  else if (graph.everySupport[node]) facts.push(many(graph.support[node], "paper"));
  return el("header", {},
    el("p", { class: "kind" }, glyph(type), facts.filter(Boolean).join(" · ")),
    el("h2", { dir: "auto" }, shortened(plain(graph.label(node)), 300) || graph.nodes.id[node]),
    aliases.length > 0 && el("p", { class: "aliases" }, "Also: ", shortened(aliases.map(alias => shortened(plain(alias), 60)).slice(0, 12).join(", "), 240)),
    el("p", { class: "buttons" },
      el("button", { type: "button", class: "main", onclick: () => at.focus(node) }, "Focus"),
      el("button", { type: "button", onclick: () => at.expand(node) }, "Expand"),
      el("button", { type: "button", onclick: () => at.hide(node) }, "Hide"),
      el("button", { type: "button", onclick: () => at.startPath(node) }, "Path to…")));
}

function paperBody(at, paper) {
  const { graph } = at;
  return [
    paperLinks(at, paper),
    graph.attribute(paper, "abstract") && section("Abstract", abstract(at, paper)),
    resultsSection(at, graph.resultsOf(paper), ["metric", "benchmark", "method", "model", "baseline"]),
    ...relationSections(at, paper),
  ];
}

function paperLinks(at, paper) {
  const { graph } = at, links = [];
  const doi = graph.attribute(paper, "doi"), arxiv = graph.attribute(paper, "arxiv"), url = graph.attribute(paper, "url");
  if (doi) links.push(link(`https://doi.org/${encodeURI(doi.replace(/^https?:\/\/(dx\.)?doi\.org\//i, ""))}`, "DOI"));
  if (arxiv) links.push(link(`https://arxiv.org/abs/${encodeURI(arxiv.replace(/^arxiv:/i, ""))}`, "arXiv"));
  if (url) links.push(link(url, webAddress(url) ? "Page" : shortened(url, 80)));
  for (const e of graph.edgesOf(paper)) {
    if (graph.relation(e) !== "hasCode") continue;
    const code = graph.edges.object[e];
    links.push(link(graph.attribute(code, "url") || graph.label(code), "Code"));
  }
  return links.length > 0 && el("p", { class: "links" }, links);
}

// The paper's text with each finding marked in the colour of its type.
function abstract(at, paper) {
  const { graph } = at, { edges } = graph, text = graph.attribute(paper, "abstract") || "";
  const marks = [];
  for (const e of graph.edgesBy(paper)) {
    if (edges.quotes[e] !== undefined || !edges.mentionEnd[e] || !graph.passes[e]) continue;
    const target = edges.object[e], reported = graph.relation(e) === "reports";
    if (graph.type(edges.subject[e]) === "Result" || (edges.subject[e] !== paper && !reported)) continue;
    marks.push({ start: edges.mentionStart[e], end: edges.mentionEnd[e], element: found => finding(at, target, graph.relation(e), found) });
  }
  return el("p", { class: "abstract", dir: "auto" }, marked(text, marks));
}

function finding(at, node, relation, text) {
  const { graph } = at, type = graph.type(node);
  const title = type === "Result" ? "reported result" : `${words(relation)}: ${plain(graph.label(node))} (${typeWords(type)})`;
  const choose = event => { if (event.type === "click" || event.key === "Enter") at.choose(node); };
  const acts = type === "Result" ? { class: "value" } : { tabindex: "0", role: "button", onclick: choose, onkeydown: choose };
  return el("mark", { colour: colourOf(type), title: shortened(title, 200), ...acts }, text);
}

function entityBody(at, node) {
  const { graph } = at, type = graph.type(node);
  const results = graph.resultsOf(node);
  const address = graph.attribute(node, "url");
  return [
    address && el("p", { class: "links" }, link(address, shortened(address, 80))),
    graph.isEntity(node) && yearBars(at, node),
    type === "Benchmark" && leaderboards(at, results),
    ...relationSections(at, node),
    graph.isEntity(node) && togetherWith(at, node),
    type !== "Benchmark" && resultsSection(at, results, ["benchmark", "metric", "method", "model", "paper"]),
  ];
}

function section(title, ...content) {
  return el("section", {}, el("h3", {}, title), content);
}

function yearBars(at, node) {
  const { graph } = at, counts = new Map();
  for (const paper of graph.papersOf(node)) {
    const year = graph.year(paper);
    if (year !== undefined) counts.set(year, (counts.get(year) || 0) + 1);
  }
  if (counts.size < 2) return null;
  const years = [...counts.keys()].sort((a, b) => a - b).slice(-12), most = Math.max(...counts.values());
  return section("Papers by year", el("ol", { class: "bars" }, years.map(year => {
    const bar = el("span", { class: "bar" });
    bar.style.setProperty("--height", counts.get(year) / most);
    return el("li", {}, el("span", { class: "count" }, number(counts.get(year))), bar, el("span", {}, String(year)));
  })));
}

// One section for each relation and direction that the node has.
function relationSections(at, node) {
  const { graph } = at, groups = new Map();
  for (const e of graph.edgesOf(node)) {
    const relation = graph.relation(e);
    if (!graph.passes[e] || !HEADINGS[relation] || (relation === "hasCode" && graph.isPaper(node))) continue;
    const key = `${relation} ${graph.edges.subject[e] === node ? 0 : 1}`;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(e);
  }
  return ORDER.flatMap(relation => [0, 1].flatMap(direction => {
    const edges = groups.get(`${relation} ${direction}`);
    if (!edges) return [];
    const claims = graph.claims(edges);
    const newest = claim => graph.year(claim.subject) ?? 0;
    if (direction === 1 && graph.isPaper(claims[0].subject)) claims.sort((a, b) => newest(b) - newest(a));
    return [section(`${HEADINGS[relation][direction]} (${number(claims.length)})`,
      longList(claims, claim => claimItem(at, claim, direction ? claim.subject : claim.object)))];
  }));
}

function longList(items, toElement, shown = LIST_SHOWN) {
  const list = el("ul", { class: "items" }, items.slice(0, shown).map(toElement));
  if (items.length <= shown) return list;
  const more = el("button", { type: "button", class: "more" }, `Show ${items.length > LIST_MOST ? `${LIST_MOST} of ` : "all "}${number(items.length)}`);
  more.addEventListener("click", () => {
    list.append(...items.slice(shown, LIST_MOST).map(toElement));
    more.remove();
  });
  return [list, more];
}

function nodeButton(at, node, longest = 110) {
  const { graph } = at;
  return el("button", { type: "button", class: "node", onclick: () => at.choose(node) }, glyph(graph.type(node)),
    el("bdi", {}, shortened(plain(graph.label(node)), longest) || graph.nodes.id[node]));
}

// A neighbour, how many papers say so, and on demand their words.
function claimItem(at, claim, neighbour) {
  const { graph } = at, item = el("li", {}), quoted = claim.edges.filter(e => graph.quote(e));
  const row = el("div", { class: "row" }, nodeButton(at, neighbour));
  if (graph.isPaper(neighbour) && graph.year(neighbour)) row.append(el("span", { class: "note" }, String(graph.year(neighbour))));
  if (claim.papers > 1) row.append(el("span", { class: "note", title: many(claim.papers, "paper") }, `×${number(claim.papers)}`));
  if (quoted.length) {
    const toggle = el("button", { type: "button", class: "quote", "aria-expanded": "false", "aria-label": `Evidence: ${shortened(plain(graph.label(neighbour)), 60)}` }, "❝");
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
  return el("div", { class: "evidence" }, all.slice(0, QUOTES_SHOWN).map(e => quotation(at, e)),
    all.length > QUOTES_SHOWN && el("p", { class: "note" }, `and ${many(all.length - QUOTES_SHOWN, "more paper")}`));
}

function quotation(at, e) {
  const { graph } = at, { edges } = graph, quote = graph.quote(e), paper = edges.paper[e];
  const step = edges.steps[edges.step[e]];
  return el("figure", {},
    quote && el("blockquote", { dir: "auto" }, marked(quote.text, [{ start: quote.start, end: quote.end, element: text => el("mark", { colour: colourOf(graph.type(edges.object[e])) }, text) }])),
    el("figcaption", {}, paper >= 0 && nodeButton(at, paper, 80),
      el("span", { class: "note" }, [step && `step ${step}`, `confidence ${edges.score[e].toFixed(2)}`, !quote && "nothing is quoted"].filter(Boolean).join(" · "))));
}

// Names that stand in the same papers, by type, where no edge says it already.
function togetherWith(at, node) {
  const { graph } = at, direct = new Set([...graph.edgesOf(node)].map(e => graph.otherEnd(e, node)));
  const shared = [...graph.sharedPapers(node)].filter(([name]) => !direct.has(name));
  const telling = ([name, count]) => count * Math.log(1 + graph.papers.length / Math.max(1, graph.support[name]));
  shared.sort((a, b) => telling(b) - telling(a) || a[0] - b[0]);
  if (!shared.length) return null;
  return section("In the same papers", longList(shared, ([name, count]) =>
    el("li", {}, el("div", { class: "row" }, nodeButton(at, name), el("span", { class: "note" }, `×${number(count)}`)))));
}

function linePanel(at, { from, to }) {
  const { graph } = at, claims = graph.claims(graph.edgesBetween(from, to));
  const head = el("header", {}, el("p", { class: "kind" }, claims.length ? "What joins" : "In the same papers"),
    el("h2", { class: "ends" }, nodeButton(at, from), nodeButton(at, to)));
  const together = graph.isPaper(from) || graph.isPaper(to) ? [] : graph.commonPapers(from, to);
  const newestFirst = together.sort((a, b) => (graph.year(b) ?? 0) - (graph.year(a) ?? 0) || a - b);
  return [head,
    ...claims.map(claim => section([shortened(plain(graph.label(claim.subject)), 60), words(claim.relation), shortened(plain(graph.label(claim.object)), 60)].join(" "),
      claim.papers > 1 && el("p", { class: "note" }, many(claim.papers, "paper")), evidence(at, claim.edges))),
    newestFirst.length > 0 && section(`Papers that name both (${number(newestFirst.length)})`, longList(newestFirst, paper =>
      el("li", {}, el("div", { class: "row" }, nodeButton(at, paper), el("span", { class: "note" }, String(graph.year(paper) ?? "")))))),
  ];
}

// --- results

function valueText({ value, low, unit, kind, hedge }) {
  const sign = { gain: "+", reduction: "−" }[kind] || "";
  const of = unit === "%" || unit === "x" ? unit.replace("x", "×") : unit ? ` ${unit}` : "";
  return `${hedge ? hedge + " " : ""}${low ? low + "–" : ""}${/^[+\-−]/.test(value) ? "" : low ? "" : sign}${value}${of}`;
}

function resultsSection(at, results, columns) {
  if (!results.length) return null;
  return section(`Results (${number(results.length)})`, resultsTable(at, results, columns));
}

// Only the columns that some result fills.
function resultsTable(at, results, columns) {
  const filled = columns.filter(column => results.some(result => result[column] !== undefined));
  const kinds = results.some(result => result.kind !== "absolute");
  const cell = node => el("td", {}, node === undefined ? "" : nodeButton(at, node, 42));
  const row = result => el("tr", {},
    el("td", { class: "number" }, el("strong", {}, valueText(result)), kinds && result.kind !== "absolute" && el("span", { class: "note" }, ` ${result.kind}`)),
    filled.map(column => cell(result[column])));
  const titles = { metric: "Metric", benchmark: "Benchmark", method: "Method", model: "Model", baseline: "Against", paper: "Paper" };
  return el("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Results" }, el("table", {},
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "Value"), filled.map(column => el("th", { scope: "col" }, titles[column])))),
    el("tbody", {}, results.slice(0, LIST_MOST).map(row))));
}

// Results that can be compared: the same metric and unit, no gains. Best first, by what the metric's name says.
function leaderboards(at, results) {
  const { graph } = at, groups = new Map();
  for (const result of results) {
    const metric = result.metric === undefined ? "metric not named" : plain(graph.label(result.metric));
    const key = result.kind === "absolute" ? `${metric}${result.unit ? `, ${result.unit}` : ""}` : "Gains and factors";
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(result);
  }
  const boards = [...groups].sort((a, b) => (a[0] === "Gains and factors") - (b[0] === "Gains and factors") || b[1].length - a[1].length);
  return boards.map(([key, group]) => {
    const order = LESS_IS_BETTER.test(key) ? 1 : -1;
    group.sort((a, b) => order * (Number(a.value) - Number(b.value)));
    return section(key === "Gains and factors" ? key : `Leaderboard: ${key}`,
      resultsTable(at, group, [...(key === "Gains and factors" ? ["metric"] : []), "method", "model", "baseline", "paper"]));
  });
}
