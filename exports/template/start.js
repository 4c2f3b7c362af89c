// Opens the page, or says why it does not open.
"use strict";

try {
  const page = new Page();
  page.open().catch(failed);
} catch (error) {
  failed(error);
}

function failed(error) {
  byId("status").textContent = `This page could not be opened: ${error.message}`;
  throw error;
}
