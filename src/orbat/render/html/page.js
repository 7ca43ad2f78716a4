"use strict";
// Keeps the ticks of the roster in the browser, by check code, and sorts tables. The page works without the script.
(() => {
  const code = document.getElementById("check-code");
  const key = "orbat:" + (code ? code.textContent : "");
  const boxes = [...document.querySelectorAll("[data-box]")];
  const read = (box) => (box.type === "checkbox" ? box.checked : box.value);
  const write = (box, value) => {
    if (box.type === "checkbox") box.checked = value === true;
    else box.value = typeof value === "string" ? value : "";
  };
  let storage = null;
  let kept = {};
  try {
    storage = window.localStorage; // a browser may forbid it
    kept = JSON.parse(storage.getItem(key)) || {};
  } catch (error) {
    kept = {};
  }
  const keep = () => {
    const values = boxes.map((box) => [box.dataset.box, read(box)]).filter(([, value]) => value);
    try {
      storage.setItem(key, JSON.stringify(Object.fromEntries(values)));
    } catch (error) {
      // full or forbidden: the ticks stay until the page is closed
    }
  };
  boxes.forEach((box) => {
    write(box, kept[box.dataset.box]);
    box.addEventListener("change", keep);
  });
  const clear = document.getElementById("clear-ticks");
  if (clear && storage) {
    clear.parentElement.hidden = false;
    clear.addEventListener("click", () => {
      boxes.forEach((box) => write(box, null));
      keep();
    });
  }

  const value = (row, column) => row.cells[column].textContent.trim();
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  document.querySelectorAll("table").forEach((table) => {
    const heads = [...table.tHead.rows[0].cells];
    const body = table.tBodies[0];
    heads.forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = head.textContent;
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        const up = head.getAttribute("aria-sort") !== "ascending";
        heads.forEach((one) => one.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", up ? "ascending" : "descending");
        const rows = [...body.rows].sort((a, b) => compare(value(a, column), value(b, column)));
        body.append(...(up ? rows : rows.reverse()));
      });
    });
  });
})();
