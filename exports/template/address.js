// What the page shows, as the part of its address behind #: a link reopens it.
"use strict";

const FRESH = {
  focus: "",
  hops: 1,
  more: 1,
  added: [], // nodes whose neighbours were asked for
  gone: [], // nodes that were hidden
  pinned: [], // nodes that every view shows
  path: [],
  chosen: "",
  table: false,
  types: FOLDED_TYPES,
  relations: [],
  from: "",
  to: "",
  venue: "",
  confidence: 0,
  support: 0,
};

function toAddress(state) {
  const entries = Object.entries(state).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(FRESH[name]),
  );
  return new URLSearchParams(
    entries.map(([name, value]) => [name, Array.isArray(value) ? JSON.stringify(value) : String(value)]),
  ).toString();
}

// The state that an address names; what it says wrongly is as in a fresh one.
function fromAddress(hash) {
  const state = structuredClone(FRESH);
  for (const [name, text] of new URLSearchParams(hash.slice(1))) {
    if (name in FRESH) state[name] = valueLike(FRESH[name], text);
  }
  state.hops = Math.max(1, Math.min(3, Math.round(state.hops)));
  return state;
}

function valueLike(fresh, text) {
  if (Array.isArray(fresh)) return listIn(text) ?? fresh;
  if (typeof fresh === "number") return Number(text) || fresh;
  return typeof fresh === "boolean" ? text === "true" : text;
}

function listIn(text) {
  try {
    const list = JSON.parse(text);
    return Array.isArray(list) ? list.filter(item => typeof item === "string") : null;
  } catch {
    return null;
  }
}
