// How the columns come out of the page.
"use strict";

async function readGraph(text) {
  const value = JSON.parse(text);
  return new Graph(value.gzip ? JSON.parse(await unzip(value.gzip)) : value);
}

async function unzip(base64) {
  const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
}

// Rows of numbers: a function that gives the values that stand with a key, in order
function rowsByKey(count, keyColumns, valueColumns) {
  const starts = new Int32Array(count + 1);
  for (const keys of keyColumns) for (const key of keys) if (key >= 0) starts[key + 1]++;
  for (let i = 0; i < count; i++) starts[i + 1] += starts[i];
  const next = starts.slice(),
    values = new Int32Array(starts[count]);
  keyColumns.forEach((keys, column) =>
    keys.forEach((key, i) => {
      if (key >= 0) values[next[key]++] = valueColumns ? valueColumns[column][i] : i;
    }),
  );
  return key => values.subarray(starts[key], starts[key + 1]);
}
