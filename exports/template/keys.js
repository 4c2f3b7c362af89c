// What keys do.
"use strict";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const ANYWHERE = {
  "/": page => {
    byId("search").focus();
    byId("search").select();
  },
  t: page => page.go({ table: !page.state.table }),
  o: page => page.home(),
  f: page => page.drawing.fit(),
  "+": page => page.drawing.zoom(1.35),
  "-": page => page.drawing.zoom(1 / 1.35),
  "?": () => byId("keys").showModal(),
};
// For the node that the arrow keys have led to, or that is chosen
const AT_NODE = {
  e: (page, node) => page.expand(node),
  c: (page, node) => page.collapse(node),
  h: (page, node) => page.hide(node),
  p: (page, node) => page.pin(node),
};

function pressed(page, event) {
  if (event.ctrlKey || event.metaKey || event.altKey || byId("keys").open) return;
  if (event.key === "Escape") return closeOne(page);
  if (event.target.closest?.("input, select, textarea")) return;
  const onMap = page.drawing.frame.contains(event.target),
    act = (onMap && keyOnMap(page, event.key)) || ANYWHERE[event.key];
  if (!act) return;
  event.preventDefault();
  act(page);
}

// What a key does on the map, or undefined
function keyOnMap(page, key) {
  if (ARROWS[key]) return () => page.moveCursor(ARROWS[key]);
  if (key === "Enter") return () => page.openCursor();
  const node = page.graph.place.get(page.cursor ?? page.state.chosen);
  return AT_NODE[key] && node !== undefined && (() => AT_NODE[key](page, node));
}

// One thing at a time: the hits, the menu, a path that was begun, the panel, the view around a node.
function closeOne(page) {
  if (!byId("hits").hidden) closeHits();
  else if (!byId("save-as").hidden) openMenu(false);
  else if (page.pathFrom !== undefined) page.cancelPath();
  else if (page.state.chosen) page.go({ chosen: "" });
  else if (page.state.focus || page.state.path.length) page.home();
}
