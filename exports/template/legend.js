// The legend, which hides types, and the filters below it.
"use strict";

function drawLegend(page) {
  const { graph } = page,
    counts = new Map();
  for (const type of graph.nodes.type) counts.set(graph.types[type], (counts.get(graph.types[type]) || 0) + 1);
  byId("types").replaceChildren(
    ...graph.types
      .filter(type => counts.has(type))
      .map(type =>
        el(
          "li",
          {},
          el(
            "button",
            {
              type: "button",
              "data-type": type,
              "aria-pressed": "true",
              title: `Show or hide ${typesWords(type).toLowerCase()}`,
              onclick: () => toggleType(page, type),
            },
            glyph(type),
            el("span", { class: "name" }, typesWords(type)),
            el("span", { class: "count" }, number(counts.get(type))),
          ),
        ),
      ),
  );
  byId("facets").replaceChildren(...facets(page));
}

function toggleType(page, type) {
  const { types } = page.state;
  page.go({ types: types.includes(type) ? types.filter(other => other !== type) : [...types, type] });
}

function refreshLegend({ state }) {
  for (const button of byId("types").querySelectorAll("button")) {
    button.setAttribute("aria-pressed", String(!state.types.includes(button.dataset.type)));
  }
  for (const field of byId("facets").querySelectorAll("[data-name]")) {
    const { name, relation } = field.dataset;
    if (relation) field.checked = !state.relations.includes(relation);
    else field.value = String(state[name]);
  }
  byId("facets").querySelector("output").textContent = Number(state.confidence).toFixed(2);
}

function facets(page) {
  const { graph } = page;
  const years = [...new Set(graph.papers.map(paper => graph.year(paper)).filter(year => year !== undefined))].sort(
    (a, b) => a - b,
  );
  const venues = [...new Set(graph.papers.map(paper => graph.attribute(paper, "venue")).filter(Boolean))]
    .sort()
    .slice(0, 300);
  const used = graph.relations.filter((_, i) => graph.edges.relation.includes(i));
  const select = (name, label, values, any) =>
    el(
      "label",
      {},
      label,
      el(
        "select",
        { "data-name": name, onchange: event => page.go({ [name]: event.target.value }) },
        el("option", { value: "" }, any),
        values.map(value => el("option", { value: String(value) }, shortened(String(value), 40))),
      ),
    );
  return [
    years.length > 1 && select("from", "From year", years, "any"),
    years.length > 1 && select("to", "To year", years, "any"),
    venues.length > 1 && select("venue", "Venue", venues, "any"),
    el(
      "label",
      {},
      "Named by at least",
      el(
        "span",
        { class: "field" },
        el("input", {
          type: "number",
          min: "0",
          step: "1",
          "data-name": "support",
          value: "0",
          onchange: event => page.go({ support: Math.max(0, Number(event.target.value) || 0) }),
        }),
        " papers",
      ),
    ),
    el(
      "label",
      {},
      el("span", {}, "Confidence at least ", el("output", {}, "0.00")),
      el("input", {
        type: "range",
        min: "0",
        max: "1",
        step: "0.05",
        "data-name": "confidence",
        value: "0",
        onchange: event => page.go({ confidence: Number(event.target.value) }),
      }),
    ),
    el(
      "fieldset",
      {},
      el("legend", {}, "Relations"),
      used.map(relation =>
        el(
          "label",
          { class: "check" },
          el("input", {
            type: "checkbox",
            "data-name": "relations",
            "data-relation": relation,
            checked: true,
            onchange: event =>
              page.go({
                relations: event.target.checked
                  ? page.state.relations.filter(other => other !== relation)
                  : [...page.state.relations, relation],
              }),
          }),
          words(relation),
        ),
      ),
    ),
    el(
      "button",
      {
        type: "button",
        onclick: () =>
          page.go({ types: FRESH.types, relations: [], from: "", to: "", venue: "", confidence: 0, support: 0 }),
      },
      "Reset filters",
    ),
  ].filter(Boolean);
}
