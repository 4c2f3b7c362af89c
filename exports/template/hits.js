// The search field and its hits.
"use strict";

function listenToSearch(page) {
  const field = byId("search");
  field.addEventListener("input", () => showHits(page));
  field.addEventListener("focus", () => field.value && showHits(page));
  field.addEventListener("keydown", event => moveInHits(page, event));
  field.addEventListener("blur", () => setTimeout(closeHits, 150));
  field.form.addEventListener("submit", event => event.preventDefault());
}

function showHits(page) {
  const list = byId("hits"),
    query = byId("search").value,
    { graph } = page;
  performance.mark("search-start");
  const hits = page.searching.find(query);
  list.replaceChildren(
    ...hits.map((node, i) =>
      el(
        "li",
        {
          id: `hit-${i}`,
          role: "option",
          "aria-selected": "false",
          "data-node": String(node),
          onmousedown: event => {
            event.preventDefault();
            take(page, node);
          },
        },
        glyph(graph.type(node)),
        el(
          "span",
          { class: "name" },
          el("bdi", {}, shortened(plain(graph.label(node)), 120)),
          aliasHit(graph, node, query),
        ),
        el(
          "span",
          { class: "note" },
          graph.isPaper(node)
            ? String(graph.year(node) ?? "paper")
            : `${typeWords(graph.type(node))} · ${number(graph.everySupport[node])}`,
        ),
      ),
    ),
  );
  if (query.trim() && !hits.length)
    list.append(
      el(
        "li",
        { class: "none", role: "option", "aria-disabled": "true", "aria-selected": "false" },
        "Nothing has this name",
      ),
    );
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
