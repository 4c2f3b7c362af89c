// Elements and texts. Whatever comes from papers passes through here, and only ever as text.
"use strict";

// el("button", { class: "x", onclick }, "text", otherElement)
function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === false || value === null) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "colour") element.style.setProperty("--colour", value);
    else if (name in { value: 1, checked: 1, disabled: 1, open: 1, hidden: 1 }) element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(
    ...children
      .flat(Infinity)
      .filter(child => child !== undefined && child !== null && child !== false && child !== ""),
  );
  return element;
}

// An element that is filled when what it is to hold has come.
function later(element, promise) {
  element.setAttribute("aria-busy", "true");
  promise
    .then(content => element.append(...content))
    .catch(error => element.append(`This could not be read: ${error.message}`))
    .finally(() => element.removeAttribute("aria-busy"));
  return element;
}

const byId = id => document.getElementById(id);
const number = value => value.toLocaleString("en");
const many = (count, one, more = one + "s") => `${number(count)} ${count === 1 ? one : more}`;

// A label as a reader wants it: light LaTeX and Markdown taken off, characters that steer or hide text too.
function plain(text) {
  return text
    .replace(/\\(?:text(?:bf|it|sc|tt)?|emph|math(?:bf|rm|cal|bb|it)|underline|operatorname)\s*\{([^{}]*)\}/g, "$1")
    .replace(/\*\*([^*]+)\*\*/g, "$1")
    .replace(/\$([^$]{1,60})\$/g, "$1")
    .replace(/\\([%&$#_{}])/g, "$1")
    .replace(
      /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g,
      "",
    )
    .replace(/\s+/g, " ")
    .trim();
}

function shortened(text, longest) {
  const letters = [...text];
  return letters.length <= longest
    ? text
    : letters
        .slice(0, longest - 1)
        .join("")
        .replace(/[\s,;:.–-]+$/, "") + "…";
}

// A text as far as it is no wider than `width` on a canvas.
function fitted(context, text, width) {
  let count = text.length;
  while (count > 1 && context.measureText(shortened(text, count)).width > width) count--;
  return shortened(text, count);
}

// A label in lines for the map, at most `most` of about `width` letters.
function inLines(text, width, most) {
  const lines = [""];
  for (const word of shortened(plain(text), width * most).split(" ")) {
    const last = lines[lines.length - 1];
    if (last && last.length + word.length + 1 > width && lines.length < most) lines.push(word);
    else lines[lines.length - 1] = last ? `${last} ${word}` : word;
  }
  return lines.map(line => shortened(line, width + 8)).join("\n");
}

// "comparesWith" -> "compares with"
const PHRASES = { variantOf: "is a variant of", broader: "is a kind of", memberOf: "belongs to", partOf: "is part of" };
const words = name => PHRASES[name] || name.replace(/([A-Z])/g, " $1").toLowerCase();
const typeWords = type => ({ ModelFamily: "Model family" })[type] || type;
const typesWords = type => ({ ModelFamily: "Model families", Repository: "Repositories" })[type] || `${type}s`;

// Only what is plainly a web address becomes a link.
function webAddress(text) {
  try {
    const url = new URL(text);
    return ["http:", "https:"].includes(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

function link(address, text) {
  const url = webAddress(address);
  return url ? el("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, text) : el("span", {}, text);
}

// What LaTeX and Markdown leave in an abstract, taken off a piece of it that stands between two marks.
function tidied(text) {
  return text
    .replace(/\$?\\times\$?/g, "×")
    .replace(/\\(?:text(?:bf|it|sc|tt|rm)?|emph|underline|href|url)\s*\{([^{}]*)\}/g, "$1")
    .replace(/\\(?:text(?:bf|it|sc|tt|rm)?|emph|underline)\s*\{|^\}/g, "") // a mark stands between its braces
    .replace(/\*\*/g, "")
    .replace(/\\([%&$#_{}])/g, "$1")
    .replace(/(\w)---?(\w)/g, "$1–$2")
    .replace(/~/g, " ");
}

// Text with spans marked: `marks` are {start, end, element: text => Element}; of two that overlap the first wins.
function marked(text, marks) {
  const pieces = [];
  let at = 0;
  for (const mark of [...marks].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (mark.start < at || mark.end > text.length || mark.end <= mark.start) continue;
    pieces.push(tidied(text.slice(at, mark.start)), mark.element(text.slice(mark.start, mark.end)));
    at = mark.end;
  }
  pieces.push(tidied(text.slice(at)));
  return pieces;
}

// The shape and colour by which the map shows a type.
const SHAPES = {
  dot: "M8 2a6 6 0 1 0 .01 0z",
  square: "M3 3h10v10H3z",
  diamond: "M8 1l7 7-7 7-7-7z",
  triangle: "M8 2l7 12H1z",
  triangleDown: "M8 14L1 2h14z",
  hexagon: "M4.5 2h7L15 8l-3.5 6h-7L1 8z",
  star: "M8 1l2 5 5 .3-3.900 3.300 1.300 5.100L8 12l-4.400 2.700 1.300-5.100L1 6.300 6 6z",
};

function glyph(type) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("class", "glyph");
  svg.setAttribute("aria-hidden", "true");
  svg.style.setProperty("--colour", colourOf(type));
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", SHAPES[look.shapes[type]] || SHAPES.dot);
  svg.append(path);
  return svg;
}

// Colours and shapes by type, set when the page opens; dark colours are lightened on a dark ground.
const look = { colours: {}, shapes: {}, dark: matchMedia("(prefers-color-scheme: dark)") };

function colourOf(type) {
  const colour = look.colours[type] || "#888888";
  const parts = [1, 3, 5].map(i => parseInt(colour.slice(i, i + 2), 16));
  const light = (0.3 * parts[0] + 0.6 * parts[1] + 0.1 * parts[2]) / 255;
  if (!look.dark.matches || light > 0.45) return colour;
  return (
    "#" +
    parts
      .map(part =>
        Math.round(part + (255 - part) * 0.4)
          .toString(16)
          .padStart(2, "0"),
      )
      .join("")
  );
}
