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

// How often each value stands in a list, by value.
function tally(values) {
  const counts = new Map();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

function facets(page) {
  const { graph } = page;
  const years = tally(graph.papers.map(paper => graph.year(paper)).filter(year => year !== undefined)),
    venues = tally(graph.papers.map(paper => graph.attribute(paper, "venue")).filter(Boolean)),
    used = new Map(graph.relationCounts().flatMap((count, place) => (count ? [[place, count]] : [])));
  const inOrder = counts => [...counts].sort(([a], [b]) => (a > b) - (a < b)).slice(0, 300);
  const select = (name, label, values, any) =>
    el(
      "label",
      {},
      label,
      el(
        "select",
        { "data-name": name, onchange: event => page.go({ [name]: event.target.value }) },
        el("option", { value: "" }, any),
        inOrder(values).map(([value, count]) =>
          el("option", { value: String(value) }, `${shortened(String(value), 40)} (${number(count)})`),
        ),
      ),
    );
  return [
    years.size > 1 && select("from", "From year", years, "any"),
    years.size > 1 && select("to", "To year", years, "any"),
    venues.size > 1 && select("venue", "Venue", venues, "any"),
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
      [...used.keys()].map(place => {
        const relation = graph.relations[place];
        return el(
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
          el("span", { class: "name" }, words(relation)),
          el("span", { class: "count" }, number(used.get(place))),
        );
      }),
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
