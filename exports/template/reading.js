// How the graph comes out of the page: names and numbers when it opens, abstracts and quotes a part at a time.
"use strict";

async function readGraph() {
  const [names, bytes] = await Promise.all([unpacked("names", "json"), unpacked("numbers", "arrayBuffer")]);
  const parts = new Map();
  const texts = number => {
    if (!parts.has(number)) parts.set(number, textsOf(number));
    return parts.get(number);
  };
  let words;
  const textsOf = async number => {
    words ??= unpacked("words", "json");
    return spelledOut(new Uint8Array(await unpacked(`texts-${number}`, "arrayBuffer")), await words);
  };
  const { id, type, label } = names.nodes;
  names.nodes.id = id.map((own, i) =>
    own === 0 ? `${names.types[type[i]].toLowerCase()}/${slug(label[i])}` : own,
  );
  return new Graph(names, columnsOf(new Uint8Array(bytes), names), texts);
}

// The part of an id that stands for a label in ASCII, as kg.schema makes it
function slug(label) {
  const text = label.toLowerCase().replace(/[^\w+*./]+/g, "-");
  return text.replace(/_/g, "-").replace(/^-+|-+$/g, "");
}

// What a script element holds, as "json", "text" or "arrayBuffer"
async function unpacked(id, form) {
  const stream = new Blob([bytesOf(byId(id).textContent)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream)[form]();
}

const FIRST_WORD = 0x80,
  FIRST_PAIR = 0xb8,
  ESCAPE = 0xff;

// Texts in which frequent words are bytes: a list of texts.
function spelledOut(bytes, words) {
  const texts = [];
  let pieces = [];
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte < FIRST_WORD) pieces.push(String.fromCharCode(byte));
    else if (byte < FIRST_PAIR) pieces.push(words[byte - FIRST_WORD]);
    else if (byte < ESCAPE) pieces.push(words[FIRST_PAIR - FIRST_WORD + (byte - FIRST_PAIR) * 256 + bytes[++i]]);
    else {
      const unit = bytes[++i] | (bytes[++i] << 8);
      if (unit) pieces.push(String.fromCharCode(unit));
      else {
        texts.push(pieces.join(""));
        pieces = [];
      }
    }
  }
  return texts;
}

function bytesOf(base64) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(base64);
  const letters = atob(base64),
    bytes = new Uint8Array(letters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = letters.charCodeAt(i);
  return bytes;
}

// Columns of numbers, of which each was written as four rows of bytes, the lowest first.
function columnsOf(bytes, { columns, steps, scoreUnit }) {
  const count = bytes.length / 4 / columns.length,
    edges = { steps };
  columns.forEach((name, place) => {
    const column = new Int32Array(count);
    for (let row = 0; row < 4; row++) {
      const at = (4 * place + row) * count;
      for (let i = 0; i < count; i++) column[i] |= bytes[at + i] << (8 * row);
    }
    edges[name] = column;
  });
  const { subject, paper, start, end, mentionStart, mentionEnd } = edges;
  for (let i = 0; i < count; i++) {
    if (i) subject[i] += subject[i - 1];
    paper[i] += subject[i];
    end[i] += start[i];
    mentionStart[i] += start[i];
    mentionEnd[i] += mentionStart[i];
  }
  edges.score = Float64Array.from(edges.score, score => score / scoreUnit);
  return edges;
}

// Rows of numbers: a function that gives the places at which a key stands in some of the columns, in order
function rowsByKey(count, keyColumns) {
  const starts = new Int32Array(count + 1);
  for (const keys of keyColumns) for (const key of keys) if (key >= 0) starts[key + 1]++;
  for (let i = 0; i < count; i++) starts[i + 1] += starts[i];
  const next = starts.slice(),
    values = new Int32Array(starts[count]);
  for (const keys of keyColumns) {
    for (let i = 0; i < keys.length; i++) if (keys[i] >= 0) values[next[keys[i]]++] = i;
  }
  return key => values.subarray(starts[key], starts[key + 1]);
}
