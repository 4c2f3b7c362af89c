// Details of what is chosen. Each function gives elements; `at` is the page: its graph and what a click does.
"use strict";

function nodePanel(at, node) {
  const { graph } = at;
  return [heading(at, node), graph.isPaper(node) ? paperBody(at, node) : entityBody(at, node)];
}

function heading(at, node) {
  const { graph } = at,
    type = graph.type(node),
    also = graph.isPaper(node) ? authorsOf(graph, node) : otherNames(graph, node);
  const facts = [typeWords(type)];
  if (graph.isPaper(node)) facts.push([graph.attribute(node, "venue"), graph.year(node)].filter(Boolean).join(" "));
  else if (graph.everySupport[node]) facts.push(many(graph.support[node], "paper"));
  return el(
    "header",
    {},
    el("p", { class: "kind" }, glyph(type), facts.filter(Boolean).join(" · ")),
    el("h2", { dir: "auto" }, shortened(plain(graph.label(node)), 300) || graph.nodes.id[node]),
    also.length > 0 &&
      el(
        "p",
        { class: "aliases", dir: "auto" },
        !graph.isPaper(node) && "Also: ",
        shortened(also.slice(0, 12).map(name => shortened(name, 60)).join(", "), 240),
        also.length > 12 && ` and ${number(also.length - 12)} more`,
      ),
    el(
      "p",
      { class: "buttons" },
      el("button", { type: "button", class: "main", onclick: () => at.focus(node) }, "Focus"),
      el("button", { type: "button", onclick: () => at.expand(node) }, "Expand"),
      el("button", { type: "button", onclick: () => at.collapse(node) }, "Collapse"),
      el("button", { type: "button", onclick: () => at.hide(node) }, "Hide"),
      el(
        "button",
        { type: "button", "aria-pressed": String(at.state.pinned.includes(graph.nodes.id[node])), onclick: () => at.pin(node) },
        "Pin",
      ),
      el("button", { type: "button", onclick: () => at.startPath(node) }, "Path to…"),
    ),
  );
}

function authorsOf(graph, paper) {
  const edges = [...graph.edgesOf(paper)].filter(e => graph.relation(e) === "hasAuthor");
  return edges.map(e => plain(graph.label(graph.edges.object[e])));
}

function paperBody(at, paper) {
  const { graph } = at;
  return [
    paperLinks(at, paper),
    section(
      "Abstract",
      later(
        el("p", { class: "abstract", dir: "auto" }),
        graph.abstract(paper).then(text => (text ? withFindings(at, paper, text) : ["There is none."])),
      ),
    ),
    resultsSection(at, graph.resultsOf(paper), ["metric", "benchmark", "method", "model", "baseline"]),
    ...relationSections(at, paper),
  ];
}

function paperLinks(at, paper) {
  const { graph } = at,
    links = [];
  const doi = graph.attribute(paper, "doi"),
    arxiv = graph.attribute(paper, "arxiv"),
    url = graph.attribute(paper, "url");
  if (doi) links.push(link(`https://doi.org/${encodeURI(doi.replace(/^https?:\/\/(dx\.)?doi\.org\//i, ""))}`, "DOI"));
  if (arxiv) links.push(link(`https://arxiv.org/abs/${encodeURI(arxiv.replace(/^arxiv:/i, ""))}`, "arXiv"));
  if (url) links.push(link(url, webAddress(url) ? new URL(url).hostname.replace(/^www\./, "") : shortened(url, 80)));
  for (const e of graph.edgesOf(paper)) {
    if (graph.relation(e) !== "hasCode") continue;
    const code = graph.edges.object[e];
    links.push(link(graph.attribute(code, "url") || graph.label(code), "Code"));
  }
  return links.length > 0 && el("p", { class: "links" }, links);
}

// The paper's text with each finding marked in the colour of its type.
function withFindings(at, paper, text) {
  const { graph } = at,
    { edges } = graph;
  const marks = [];
  for (const e of graph.edgesBy(paper)) {
    if (graph.quoted.has(e) || !edges.mentionEnd[e] || !graph.passes[e]) continue;
    const target = edges.object[e],
      reported = graph.relation(e) === "reports";
    if (graph.type(edges.subject[e]) === "Result" || (edges.subject[e] !== paper && !reported)) continue;
    marks.push({
      start: edges.mentionStart[e],
      end: edges.mentionEnd[e],
      element: found => finding(at, target, graph.relation(e), found),
    });
  }
  return marked(text, marks);
}

function finding(at, node, relation, text) {
  const { graph } = at,
    type = graph.type(node);
  const title =
    type === "Result" ? "reported result" : `${words(relation)}: ${plain(graph.label(node))} (${typeWords(type)})`;
  const choose = event => {
    if (event.type === "click" || event.key === "Enter") at.choose(node);
  };
  const acts =
    type === "Result" ? { class: "value" } : { tabindex: "0", role: "button", onclick: choose, onkeydown: choose };
  return el("mark", { colour: colourOf(type), title: shortened(title, 200), ...acts }, text);
}

function entityBody(at, node) {
  const { graph } = at,
    type = graph.type(node);
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
  const { graph } = at,
    counts = new Map();
  for (const paper of graph.papersOf(node)) {
    const year = graph.year(paper);
    if (year !== undefined) counts.set(year, (counts.get(year) || 0) + 1);
  }
  if (counts.size < 2) return null;
  const last = Math.max(...counts.keys()),
    first = Math.max(Math.min(...counts.keys()), last - 11),
    years = Array.from({ length: last - first + 1 }, (_, i) => first + i),
    most = Math.max(...counts.values());
  return section(
    "Papers by year",
    el(
      "ol",
      { class: "bars" },
      years.map(year => {
        const bar = el("span", { class: "bar" });
        const count = counts.get(year) ?? 0;
        bar.style.setProperty("--height", count / most);
        return el(
          "li",
          {},
          el("span", { class: "count" }, number(count)),
          bar,
          el("span", {}, String(year)),
        );
      }),
    ),
  );
}

function linePanel(at, { from, to }) {
  const { graph } = at,
    claims = graph.claims(graph.edgesBetween(from, to));
  const head = el(
    "header",
    {},
    el("p", { class: "kind" }, claims.length ? "What joins" : "In the same papers"),
    el("h2", { class: "ends" }, nodeButton(at, from), nodeButton(at, to)),
  );
  const together = graph.isPaper(from) || graph.isPaper(to) ? [] : graph.commonPapers(from, to);
  const newestFirst = together.sort((a, b) => (graph.year(b) ?? 0) - (graph.year(a) ?? 0) || a - b);
  return [
    head,
    ...claims.map(claim =>
      section(
        [
          shortened(plain(graph.label(claim.subject)), 60),
          words(claim.relation),
          shortened(plain(graph.label(claim.object)), 60),
        ].join(" "),
        claim.papers > 1 && el("p", { class: "note" }, many(claim.papers, "paper")),
        evidence(at, claim.edges),
      ),
    ),
    newestFirst.length > 0 &&
      section(
        `Papers that name both (${number(newestFirst.length)})`,
        longList(newestFirst, paper =>
          el(
            "li",
            {},
            el(
              "div",
              { class: "row" },
              nodeButton(at, paper),
              el("span", { class: "note" }, String(graph.year(paper) ?? "")),
            ),
          ),
        ),
      ),
  ];
}
