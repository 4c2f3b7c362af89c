// Reported numbers as tables.
"use strict";

const LESS_IS_BETTER =
  /error|perplexity|loss|latency|time|wer|cer|fid|fvd|mae|mse|rmse|cost|memory|rate of hallucination|regret/i;

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

// Results that can be compared: the same metric and unit, no gains. Best first, by what the metric's name says.
function leaderboards(at, results) {
  const { graph } = at,
    groups = new Map();
  for (const result of results) {
    const metric = result.metric === undefined ? "metric not named" : plain(graph.label(result.metric));
    const key = result.kind === "absolute" ? `${metric}${result.unit ? `, ${result.unit}` : ""}` : "Gains and factors";
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(result);
  }
  const boards = [...groups].sort(
    (a, b) => (a[0] === "Gains and factors") - (b[0] === "Gains and factors") || b[1].length - a[1].length,
  );
  return boards.map(([key, group]) => {
    const order = LESS_IS_BETTER.test(key) ? 1 : -1;
    group.sort((a, b) => order * (Number(a.value) - Number(b.value)));
    return section(
      key === "Gains and factors" ? key : `Leaderboard: ${key}`,
      resultsTable(at, group, [
        ...(key === "Gains and factors" ? ["metric"] : []),
        "method",
        "model",
        "baseline",
        "paper",
      ]),
    );
  });
}
