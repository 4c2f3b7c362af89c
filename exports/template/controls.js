// Buttons and keys.
"use strict";

// Steps and more, for a view around one node.
function showTools(page) {
  const { state, graph } = page,
    tools = byId("tools"),
    node = graph.place.get(state.focus);
  tools.hidden = node === undefined && state.path.length === 0;
  if (tools.hidden) return;
  if (node === undefined)
    return void tools.replaceChildren(
      el("span", {}, "Shortest path"),
      el("button", { type: "button", onclick: () => page.home() }, "Overview"),
    );
  const steps = [1, 2, 3].map(hops =>
    el(
      "button",
      {
        type: "button",
        "aria-pressed": String(state.hops === hops),
        "aria-label": many(hops, "step"),
        onclick: () => page.go({ hops }),
      },
      String(hops),
    ),
  );
  tools.replaceChildren(
    el("span", {}, "Steps"),
    ...steps,
    el("button", { type: "button", onclick: () => page.go({ more: state.more * 2 }) }, "More"),
    el(
      "button",
      { type: "button", disabled: state.more <= 0.5, onclick: () => page.go({ more: state.more / 2 }) },
      "Fewer",
    ),
  );
}

function listen(page) {
  const on = (id, event, act) => byId(id).addEventListener(event, act);
  on("home", "click", () => page.home());
  on("back", "click", () => page.back());
  on("as-table", "click", () => page.go({ table: !page.state.table }));
  on("skip", "click", event => {
    event.preventDefault();
    page.go({ table: true });
    byId("table-view").focus();
  });
  on("fit", "click", () => page.drawing.fit());
  on("zoom-in", "click", () => page.drawing.zoom(1.35));
  on("zoom-out", "click", () => page.drawing.zoom(1 / 1.35));
  on("save", "click", () => openMenu(byId("save-as").hidden));
  on("legend-toggle", "click", () => openLegend(byId("legend-body").hidden));
  for (const button of byId("save-as").children)
    button.addEventListener("click", () => {
      openMenu(false);
      page.save(button.dataset.save);
    });
  window.addEventListener("resize", () => page.drawing.fit(false));
  window.addEventListener("popstate", () => {
    page.state = page.fromAddress();
    page.render();
  });
  look.dark.addEventListener("change", () => {
    page.drawing.retheme(page.first.options);
    page.drawnKey = "";
    drawLegend(page);
    page.render();
  });
  listenToSearch(page);
  document.addEventListener("keydown", event => pressed(page, event));
  document.addEventListener("click", event => {
    if (!event.target.closest(".actions")) openMenu(false);
  });
  if (narrow()) openLegend(false);
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
  if (event.key === "Escape") closeOne(page);
  else if (typing) return;
  else if (event.key === "/") {
    event.preventDefault();
    byId("search").focus();
    byId("search").select();
  } else if (event.key === "t") page.go({ table: !page.state.table });
  else if (event.key === "o") page.home();
  else if (event.key === "f") page.drawing.fit();
  else if (event.key === "+") page.drawing.zoom(1.35);
  else if (event.key === "-") page.drawing.zoom(1 / 1.35);
}

// One thing at a time: the hits, the menu, a path that was begun, the panel.
function closeOne(page) {
  if (!byId("hits").hidden) closeHits();
  else if (!byId("save-as").hidden) openMenu(false);
  else if (page.pathFrom !== undefined) page.cancelPath();
  else if (page.state.chosen) page.go({ chosen: "" });
}
