// Details on hover and focus, and arrow keys. Everything it shows is in the
// tables, from which it copies text and never markup.
"use strict";
for (const figure of document.querySelectorAll("figure")) {
  const panel = figure.querySelector(".details");
  const bars = [...figure.querySelectorAll(".plot .call")];
  let pinned = null;

  const rowOf = (bar) => document.getElementById(bar.dataset.row);

  function add(list, name, text) {
    const pair = document.createElement("div");
    for (const [tag, value] of [["dt", name], ["dd", text]]) {
      const e = document.createElement(tag);
      e.textContent = value;
      pair.append(e);
    }
    list.append(pair);
  }

  function show(bar) {
    for (const b of bars) {
      b.classList.toggle("lit", b === bar);
      rowOf(b).classList.toggle("lit", b === bar);
    }
    const list = document.createElement("dl");
    if (!bar) panel.textContent = "Nothing is chosen.";
    else {
      const row = rowOf(bar);
      const heads = row.closest("table").tHead.rows[0].cells;
      [...row.cells].forEach((cell, i) => {
        if (cell.textContent) add(list, heads[i].textContent, cell.textContent);
      });
    }
    if (bar) panel.replaceChildren(list);
  }

  const middle = (bar) => {
    const r = bar.querySelector(".bar").getBoundingClientRect();
    return { x: r.left + r.width / 2, y: r.top };
  };

  // The nearest bar above or below, or the next one in the order of the calls.
  function neighbour(bar, key) {
    const seen = bars.filter((b) => getComputedStyle(b).display !== "none");
    const at = seen.indexOf(bar);
    if (key === "ArrowLeft") return seen[at - 1];
    if (key === "ArrowRight") return seen[at + 1];
    const from = middle(bar);
    const sign = key === "ArrowDown" ? 1 : -1;
    const far = (b) => {
      const to = middle(b);
      return (to.y - from.y) * sign * 1e4 + Math.abs(to.x - from.x);
    };
    return seen.filter((b) => (middle(b).y - from.y) * sign > 1).sort((a, b) => far(a) - far(b))[0];
  }

  function go(bar) {
    for (const b of bars) b.setAttribute("tabindex", b === bar ? "0" : "-1");
    bar.focus();
  }

  const home = bars.find((b) => b.classList.contains("culprit")) || bars.find((b) => b.classList.contains("member")) || bars[0];
  for (const bar of bars) {
    // The panel takes the place of the browser's own hints.
    const title = bar.querySelector("title");
    bar.setAttribute("aria-label", title.textContent);
    title.remove();
    bar.setAttribute("tabindex", bar === home ? "0" : "-1");
    bar.addEventListener("pointerenter", () => show(bar));
    bar.addEventListener("pointerleave", () => show(pinned));
    bar.addEventListener("focus", () => show((pinned = bar)));
    bar.addEventListener("click", () => go(bar));
    bar.addEventListener("keydown", (e) => {
      if (e.altKey || e.ctrlKey || e.metaKey || e.shiftKey) return;
      let to = null;
      if (e.key.startsWith("Arrow")) to = neighbour(bar, e.key);
      else if (e.key === "Home") to = home;
      else if (e.key === "Escape") show((pinned = null));
      else return;
      e.preventDefault();
      if (to) go(to);
    });
    const row = rowOf(bar);
    row.addEventListener("pointerenter", () => show(bar));
    row.addEventListener("pointerleave", () => show(pinned));
  }
  // What was hidden by a switch cannot keep the focus.
  figure.addEventListener("change", () => {
    const stop = bars.find((b) => b.getAttribute("tabindex") === "0");
    if (getComputedStyle(stop).display !== "none") return;
    stop.setAttribute("tabindex", "-1");
    home.setAttribute("tabindex", "0");
  });
  panel.hidden = false;
  figure.querySelector(".hint").hidden = false;
  show((pinned = home.classList.contains("culprit") ? home : null));

  // A drawing wider than its frame starts where the anomaly is.
  const frame = figure.querySelector(".scroll");
  frame.scrollLeft = home.querySelector(".bar").getBBox().x - frame.clientWidth / 2;
}
