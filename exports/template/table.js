// The same selection as a table: to sort, to read without the map, to copy.
"use strict";

const ROWS_SHOWN = 300;
const COLUMNS = [
  { title: "Name", of: (graph, node) => plain(graph.label(node)) },
  { title: "Type", of: (graph, node) => typeWords(graph.type(node)) },
  { title: "Papers", number: true, of: (graph, node) => (graph.isPaper(node) ? 1 : graph.support[node]) },
  { title: "First year", number: true, of: (graph, node) => Math.min(...yearsOf(graph, node)) },
  { title: "Last year", number: true, of: (graph, node) => Math.max(...yearsOf(graph, node)) },
  { title: "Also called", of: (graph, node) => otherNames(graph, node).join("; ") },
];

function yearsOf(graph, node) {
  return graph
    .papersOf(node)
    .map(paper => graph.year(paper))
    .filter(year => year !== undefined);
}

// A cell of a node's row; what is not known is empty.
function cellOf(graph, node, column) {
  const value = COLUMNS[column].of(graph, node);
  return value === Infinity || value === -Infinity ? "" : value;
}

function tableRows(graph, nodes) {
  return nodes.map(node => COLUMNS.map((_, column) => cellOf(graph, node, column)));
}

// Nodes by what a column says of them, what is not known last.
function sortedNodes(graph, nodes, column, descending) {
  const sign = descending ? -1 : 1,
    keyed = nodes.map(node => ({ node, key: cellOf(graph, node, column) }));
  const collator = new Intl.Collator("en", { numeric: true });
  const order = COLUMNS[column].number
    ? (a, b) => (a.key === "") - (b.key === "") || (a.key - b.key) * sign
    : (a, b) => collator.compare(a.key, b.key) * sign;
  return keyed.sort((a, b) => order(a, b) || a.node - b.node).map(({ node }) => node);
}

// A cell that a spreadsheet would take for a formula gets an apostrophe before it.
function asCsv(rows) {
  const cell = value => {
    const text = String(value),
      safe = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? "'" + text : text;
    return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return (
    [COLUMNS.map(column => column.title), ...rows]
      .map(row => row.map(cell).join(","))
      .join("\r\n") + "\r\n"
  );
}

function asMarkdown(rows) {
  const cell = value =>
    String(value)
      .replace(/[\\|`*_<>[\]]/g, "\\$&")
      .replace(/\s+/g, " ");
  const line = cells => `| ${cells.join(" | ")} |`;
  return (
    [
      line(COLUMNS.map(column => column.title)),
      line(COLUMNS.map(column => (column.number ? "--:" : "---"))),
      ...rows.map(row => line(row.map(cell))),
    ].join("\n") + "\n"
  );
}

class TableView {
  constructor(element, at) {
    Object.assign(this, { element, at, column: 2, descending: true, everything: false });
  }

  show(nodes) {
    this.shown = nodes;
    this.draw();
  }

  draw() {
    const { graph } = this.at,
      all = this.everything;
    const nodes = all ? Array.from({ length: graph.count }, (_, i) => i).filter(node => graph.shows(node)) : this.shown;
    this.nodes = sortedNodes(graph, nodes, this.column, this.descending);
    this.rows = tableRows(graph, this.nodes.slice(0, ROWS_SHOWN));
    const scope = (everything, text) =>
      el(
        "button",
        {
          type: "button",
          "aria-pressed": String(all === everything),
          onclick: () => {
            this.everything = everything;
            this.draw();
          },
        },
        text,
      );
    this.element.replaceChildren(
      el(
        "div",
        { class: "table-tools" },
        el("div", { role: "group", "aria-label": "Rows" }, scope(false, "In the map"), scope(true, "Everything")),
        el(
          "span",
          { class: "note" },
          `${many(nodes.length, "row")}${nodes.length > ROWS_SHOWN ? `, the first ${ROWS_SHOWN} shown` : ""}`,
        ),
        el("button", { type: "button", onclick: () => this.at.copy(asCsv(tableRows(graph, this.nodes)), "CSV") }, "Copy CSV"),
        el(
          "button",
          { type: "button", onclick: () => this.at.copy(asMarkdown(tableRows(graph, this.nodes)), "Markdown") },
          "Copy Markdown",
        ),
      ),
      el("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Rows of the table" }, this.table()),
    );
  }

  // Name, type, and the columns that tell rows apart
  usedColumns() {
    const differs = i => this.rows.some(row => row[i] !== this.rows[0][i]);
    return COLUMNS.map((_, i) => i).filter(i => i < 2 || i === this.column || differs(i));
  }

  table() {
    const used = this.usedColumns();
    const head = used.map(i =>
      el(
        "th",
        { scope: "col", class: COLUMNS[i].number ? "number" : "", "aria-sort": i !== this.column ? "none" : this.descending ? "descending" : "ascending" },
        el("button", { type: "button", onclick: () => this.sort(i) }, COLUMNS[i].title),
      ),
    );
    const body = this.rows.map((cells, place) =>
      el(
        "tr",
        {},
        used.map(i =>
          el(
            "td",
            { class: COLUMNS[i].number ? "number" : "" },
            i === 0 ? nodeButton(this.at, this.nodes[place]) : shortened(String(cells[i]), 120),
          ),
        ),
      ),
    );
    return el("table", {}, el("thead", {}, el("tr", {}, head)), el("tbody", {}, body));
  }

  sort(column) {
    this.descending = this.column === column ? !this.descending : Boolean(COLUMNS[column].number);
    this.column = column;
    this.draw();
  }
}
