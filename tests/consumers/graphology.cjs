// Prints what graphology reads from a .gexf or .graphml file: one JSON array a line, nodes, then edges.
const fs = require("fs");
const { createRequire } = require("module");
const [folder, file] = process.argv.slice(2);
const library = createRequire(`${folder}/package.json`);
const { MultiDirectedGraph } = library("graphology");
const { parse } = library(file.endsWith(".gexf") ? "graphology-gexf" : "graphology-graphml");
const graph = parse(MultiDirectedGraph, fs.readFileSync(file, "utf8"));
const out = [];
graph.forEachNode((key, attributes) => out.push(JSON.stringify(["node", key, attributes])));
graph.forEachEdge((key, attributes, source, target) =>
  out.push(JSON.stringify(["edge", key, source, target, attributes])));
process.stdout.write(out.join("\n") + "\n");
