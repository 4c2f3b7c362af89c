// Legend, filters, search field, buttons and keys.
"use strict";

function drawLegend(page) {
  const { graph } = page, counts = new Map();
  for (const type of graph.nodes.type) counts.set(graph.types[type], (counts.get(graph.types[type]) || 0) + 1);
  byId("types").replaceChildren(...graph.types.filter(type => counts.has(type)).map(type =>
    el("li", {}, el("button", { type: "button", "data-type": type, "aria-pressed": "true", title: `Show or hide ${typesWords(type).toLowerCase()}`, onclick: () => toggleType(page, type) },
      glyph(type), el("span", { class: "name" }, typesWords(type)), el("span", { class: "count" }, number(counts.get(type)))))));
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
  const years = [...new Set(graph.papers.map(paper => graph.year(paper)).filter(year => year !== undefined))].sort((a, b) => a - b);
  const venues = [...new Set(graph.papers.map(paper => graph.attribute(paper, "venue")).filter(Boolean))].sort().slice(0, 300);
  const used = graph.relations.filter((_, i) => graph.edges.relation.includes(i));
  const select = (name, label, values, any) => el("label", {}, label, el("select", { "data-name": name, onchange: event => page.go({ [name]: event.target.value }) },
    el("option", { value: "" }, any), values.map(value => el("option", { value: String(value) }, shortened(String(value), 40)))));
  return [
    years.length > 1 && select("from", "From year", years, "any"),
    years.length > 1 && select("to", "To year", years, "any"),
    venues.length > 1 && select("venue", "Venue", venues, "any"),
    el("label", {}, "Named by at least", el("span", { class: "field" }, el("input", { type: "number", min: "0", step: "1", "data-name": "support", value: "0", onchange: event => page.go({ support: Math.max(0, Number(event.target.value) || 0) }) }), " papers")),
    el("label", {}, el("span", {}, "Confidence at least ", el("output", {}, "0.00")), el("input", { type: "range", min: "0", max: "1", step: "0.05", "data-name": "confidence", value: "0", onchange: event => page.go({ confidence: Number(event.target.value) }) })),
    el("fieldset", {}, el("legend", {}, "Relations"), used.map(relation => el("label", { class: "check" },
      el("input", { type: "checkbox", "data-name": "relations", "data-relation": relation, checked: true, onchange: event => page.go({ relations: event.target.checked ? page.state.relations.filter(other => other !== relation) : [...page.state.relations, relation] }) }), words(relation)))),
    el("button", { type: "button", onclick: () => page.go({ types: FRESH.types, relations: [], from: "", to: "", venue: "", confidence: 0, support: 0 }) }, "Reset filters"),
  ].filter(Boolean);
}

// Steps and more, for a view around one node.
function showTools(page) {
  const { state, graph } = page, tools = byId("tools"), node = graph.place.get(state.focus);
  tools.hidden = node === undefined && state.path.length === 0;
  if (tools.hidden) return;
  if (node === undefined) return void tools.replaceChildren(el("span", {}, "Shortest path"), el("button", { type: "button", onclick: () => page.home() }, "Overview"));
  const steps = [1, 2, 3].map(hops => el("button", { type: "button", "aria-pressed": String(state.hops === hops), "aria-label": many(hops, "step"), onclick: () => page.go({ hops }) }, String(hops)));
  tools.replaceChildren(el("span", {}, "Steps"), ...steps,
    el("button", { type: "button", onclick: () => page.go({ more: state.more * 2 }) }, "More"),
    el("button", { type: "button", disabled: state.more <= 0.5, onclick: () => page.go({ more: state.more / 2 }) }, "Fewer"));
}

function listen(page) {
  const on = (id, event, act) => byId(id).addEventListener(event, act);
  on("home", "click", () => page.home());
  on("back", "click", () => history.back());
  on("as-table", "click", () => page.go({ table: !page.state.table }));
  on("skip", "click", event => { event.preventDefault(); page.go({ table: true }); byId("table-view").focus(); });
  on("fit", "click", () => page.drawing.fit());
  on("zoom-in", "click", () => page.drawing.zoom(1.35));
  on("zoom-out", "click", () => page.drawing.zoom(1 / 1.35));
  on("save", "click", () => openMenu(byId("save-as").hidden));
  on("legend-toggle", "click", () => openLegend(byId("legend-body").hidden));
  for (const button of byId("save-as").children) button.addEventListener("click", () => { openMenu(false); page.save(button.dataset.save); });
  window.addEventListener("resize", () => page.drawing.fit(false));
  window.addEventListener("popstate", () => { page.state = page.fromAddress(); page.render(); });
  look.dark.addEventListener("change", () => { page.drawing.retheme(page.first.options); page.drawnKey = ""; drawLegend(page); page.render(); });
  listenToSearch(page);
  document.addEventListener("keydown", event => pressed(page, event));
  document.addEventListener("click", event => { if (!event.target.closest(".actions")) openMenu(false); });
  if (matchMedia("(max-width: 760px)").matches) openLegend(false);
}

function openMenu(open) {
  byId("save-as").hidden = !open;
  byId("save").setAttribute("aria-expanded", String(open));
}

function openLegend(open) {
  byId("legend-body").hidden = !open;
  byId("legend-toggle").setAttribute("aria-expanded", String(open));
}

function pressed(page, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const typing = event.target.closest?.("input, select, textarea");
  if (event.key === "Escape") escape(page);
  else if (typing) return;
  else if (event.key === "/") { event.preventDefault(); byId("search").focus(); byId("search").select(); }
  else if (event.key === "t") page.go({ table: !page.state.table });
  else if (event.key === "o") page.home();
  else if (event.key === "f") page.drawing.fit();
  else if (event.key === "+") page.drawing.zoom(1.35);
  else if (event.key === "-") page.drawing.zoom(1 / 1.35);
}

// One thing at a time: the hits, the menu, a path that was begun, the panel.
function escape(page) {
  if (!byId("hits").hidden) closeHits();
  else if (!byId("save-as").hidden) openMenu(false);
  else if (page.pathFrom !== undefined) page.cancelPath();
  else if (page.state.chosen) page.go({ chosen: "" });
}

function listenToSearch(page) {
  const field = byId("search");
  field.addEventListener("input", () => showHits(page));
  field.addEventListener("focus", () => field.value && showHits(page));
  field.addEventListener("keydown", event => moveInHits(page, event));
  field.addEventListener("blur", () => setTimeout(closeHits, 150));
  field.form.addEventListener("submit", event => event.preventDefault());
}

function showHits(page) {
  const list = byId("hits"), query = byId("search").value, { graph } = page;
  performance.mark("search-start");
  const hits = page.searching.find(query);
  list.replaceChildren(...hits.map((node, i) => el("li", { id: `hit-${i}`, role: "option", "aria-selected": "false", "data-node": String(node),
    onmousedown: event => { event.preventDefault(); take(page, node); } },
    glyph(graph.type(node)), el("span", { class: "name" }, el("bdi", {}, shortened(plain(graph.label(node)), 120)), aliasHit(graph, node, query)),
    el("span", { class: "note" }, graph.isPaper(node) ? String(graph.year(node) ?? "paper") : `${typeWords(graph.type(node))} · ${number(graph.everySupport[node])}`))));
  if (query.trim() && !hits.length) list.append(el("li", { class: "none", role: "option", "aria-disabled": "true", "aria-selected": "false" }, "Nothing has this name"));
  list.hidden = !query.trim();
  byId("search").setAttribute("aria-expanded", String(!list.hidden));
  if (hits.length) markHit(0);
  performance.measure("search", "search-start");
}

// The alias that was hit, where the label itself was not.
function aliasHit(graph, node, query) {
  const wanted = folded(query);
  if (folded(graph.label(node)).includes(wanted)) return null;
  const alias = graph.nodes.aliases[node].find(name => folded(name).includes(wanted));
  return alias && el("bdi", { class: "note" }, ` ${shortened(plain(alias), 60)}`);
}

function markHit(index) {
  const items = [...byId("hits").querySelectorAll("[data-node]")];
  items.forEach((item, i) => item.setAttribute("aria-selected", String(i === index)));
  byId("search").setAttribute("aria-activedescendant", `hit-${index}`);
  items[index]?.scrollIntoView({ block: "nearest" });
}

function moveInHits(page, event) {
  const items = [...byId("hits").querySelectorAll("[data-node]")];
  const at = items.findIndex(item => item.getAttribute("aria-selected") === "true");
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    if (items.length) markHit((at + (event.key === "ArrowDown" ? 1 : items.length - 1)) % items.length);
  } else if (event.key === "Enter") {
    event.preventDefault();
    if (at >= 0 && !byId("hits").hidden) take(page, Number(items[at].dataset.node));
  }
}

function take(page, node) {
  byId("search").value = "";
  closeHits();
  byId("search").blur();
  page.pick(node);
}

function closeHits() {
  byId("hits").hidden = true;
  byId("search").setAttribute("aria-expanded", "false");
  byId("search").removeAttribute("aria-activedescendant");
}
