// Opens the page, or says why it does not open.
"use strict";

let page;
try {
  page = new Page();
  document.addEventListener("DOMContentLoaded", () => page.open().catch(failed)); // the graph stands behind this script
} catch (error) {
  failed(error);
}

function failed(error) {
  byId("status").textContent = `This page could not be opened: ${error.message}`;
  throw error;
}
