// Reported numbers as tables.
"use strict";

const LESS_IS_BETTER =
  /error|perplexity|loss|latency|\btime|\bwer\b|\bcer\b|\beer\b|fid\b|\bfvd|\bmae\b|mse\b|cost|memory|hallucination rate|regret|distance|divergence|gap\b|violation|attack success/i;

function valueText({ value, low, unit, kind, hedge }) {
  const sign = { gain: "+", reduction: "−" }[kind] || "";
  const of = unit === "%" || unit === "x" ? unit.replace("x", "×") : unit ? ` ${unit}` : "";
  const signed = low ? `${low}–${value}` : /^[+\-−]/.test(value) ? value : sign + value;
  return `${hedge ? hedge + " " : ""}${signed}${of}`;
}

function resultsSection(at, results, columns) {
  if (!results.length) return null;
  return section(`Results (${number(results.length)})`, resultsTable(at, results, columns));
}

// Only the columns that some result fills.
function resultsTable(at, results, columns) {
  const used = columns.filter(column => results.some(result => result[column] !== undefined));
  const kinds = results.some(result => result.kind !== "absolute");
  const cell = node => el("td", {}, node === undefined ? "" : nodeButton(at, node, 42));
  const row = result =>
    el(
      "tr",
      {},
      el(
        "td",
        { class: "number" },
        el("strong", {}, valueText(result)),
        kinds && result.kind !== "absolute" && el("span", { class: "note" }, ` ${result.kind}`),
      ),
      used.map(column => cell(result[column])),
    );
  const titles = {
    metric: "Metric",
    benchmark: "Benchmark",
    method: "Method",
    model: "Model",
    baseline: "Against",
    paper: "Paper",
  };
  return el(
    "div",
    { class: "scroll", tabindex: "0", role: "group", "aria-label": "Results" },
    el(
      "table",
      {},
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          el("th", { scope: "col" }, "Value"),
          used.map(column => el("th", { scope: "col" }, titles[column])),
        ),
      ),
      el("tbody", {}, results.slice(0, LIST_MOST).map(row)),
    ),
  );
}

// What can be compared, a table for each metric and unit, best first: plain values, no gains or factors, of one metric
// that is named, from two papers or methods at least. All others stand in a table of their own.
function leaderboards(at, results) {
  const { graph } = at,
    comparable = result => result.kind === "absolute" && result.metric !== undefined && !Number.isNaN(Number(result.value));
  const groups = [...Map.groupBy(results.filter(comparable), ({ metric, unit }) => `${metric} ${unit}`).values()];
  const boards = groups.map(group => board(graph, group)).filter(({ rows }) => rows.length > 1);
  const shown = new Set(boards.flatMap(({ all }) => all)),
    rest = results.filter(result => !shown.has(result));
  boards.sort((a, b) => b.rows.length - a.rows.length || a.name.localeCompare(b.name));
  return [
    ...boards.map(({ name, rows, less }) =>
      section(
        `Leaderboard: ${name}`,
        el("p", { class: "note" }, `As the abstracts report it, ${less ? "lowest" : "highest"} first`),
        boardTable(at, rows),
      ),
    ),
    rest.length > 0 &&
      section(
        `${boards.length ? "Other results" : "Results"} (${number(rest.length)})`,
        boards.length > 0 && el("p", { class: "note" }, "Not comparable: gains, factors, other metrics or none named"),
        resultsTable(at, rest, ["metric", "method", "model", "baseline", "paper"]),
      ),
  ];
}

// The best value of each method (with its model) in each paper.
function board(graph, all) {
  const metric = plain(graph.label(all[0].metric)),
    less = LESS_IS_BETTER.test(metric),
    best = new Map();
  const order = (a, b) => (less ? 1 : -1) * (Number(a.value) - Number(b.value));
  for (const result of [...all].sort(order)) {
    const key = [result.method, result.model, result.paper].join(" ");
    if (best.has(key)) best.get(key).of++;
    else best.set(key, { ...result, of: 1 });
  }
  return { name: all[0].unit ? `${metric}, ${all[0].unit}` : metric, less, rows: [...best.values()], all };
}

function boardTable(at, rows) {
  const { graph } = at,
    models = rows.some(({ model }) => model !== undefined);
  const cell = (node, name) => el("td", {}, node === undefined ? "" : nodeButton(at, node, 34, name));
  const row = (result, i) =>
    el(
      "tr",
      {},
      el("td", { class: "number note" }, String(i + 1)),
      el(
        "td",
        { class: "number" },
        el("strong", {}, valueText(result)),
        result.of > 1 && el("span", { class: "note" }, ` best of ${result.of}`),
      ),
      cell(result.method),
      models && cell(result.model),
      cell(result.paper, result.paper === undefined ? "" : shortTitle(plain(graph.label(result.paper)))),
    );
  const head = ["", "Value", "Method", ...(models ? ["Model"] : []), "Paper"].map((title, i) =>
    i ? el("th", { scope: "col" }, title) : el("td", {}),
  );
  return el(
    "div",
    { class: "scroll", tabindex: "0", role: "group", "aria-label": "Leaderboard" },
    el("table", { class: "board" }, el("thead", {}, el("tr", {}, head)), el("tbody", {}, rows.slice(0, LIST_MOST).map(row))),
  );
}

// "DanceGRPO: Unleashing ..." -> "DanceGRPO"
function shortTitle(title) {
  const name = title.split(":")[0];
  return name.length <= 30 ? name : title;
}
