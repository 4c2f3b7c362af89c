// Buttons and keys.
"use strict";

// What can be done to the view as a whole: more steps, more nodes, what was hidden or pinned.
function showTools(page) {
  const { state, graph } = page,
    button = (text, changes, properties = {}) =>
      el("button", { type: "button", onclick: () => page.go(changes), ...properties }, text);
  const parts = [
    ...(state.path.length ? [el("span", {}, "Shortest path"), button("Overview", { path: [] })] : []),
    ...(graph.place.has(state.focus) && !state.path.length ? stepTools(state, button) : []),
    state.gone.length > 0 && button(`Show ${number(state.gone.length)} hidden`, { gone: [] }),
    state.pinned.length > 0 && button(`Unpin ${number(state.pinned.length)}`, { pinned: [] }),
  ].filter(Boolean);
  byId("tools").hidden = !parts.length;
  byId("tools").replaceChildren(...parts);
}

const MOST_NODES = 600; // more cannot be read, and takes seconds to arrange

function stepTools({ hops, more }, button) {
  const steps = [1, 2, 3].map(count =>
    button(String(count), { hops: count }, { "aria-pressed": String(hops === count), "aria-label": many(count, "step") }),
  );
  return [
    el("span", {}, "Steps"),
    ...steps,
    button("More", { more: more * 2 }, { "aria-label": "More nodes", disabled: mapRoom() * more > MOST_NODES }),
    button("Fewer", { more: more / 2 }, { "aria-label": "Fewer nodes", disabled: more <= 0.5 }),
  ];
}

function listen(page) {
  const on = (id, event, act) => byId(id).addEventListener(event, act);
  on("home", "click", () => page.home());
  on("back", "click", () => page.back());
  on("forward", "click", () => page.forward());
  on("help", "click", () => byId("keys").showModal());
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
    page.state = fromAddress(location.hash);
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
