"use strict";
const byId = (id) => document.getElementById(id);
const rows = JSON.parse(byId("rows").textContent);
let shown = rows, place = 0, column = "", current = null;

const dark = window.matchMedia("(prefers-color-scheme: dark)");
const setTheme = (name) => (document.documentElement.dataset.theme = name);
setTheme(dark.matches ? "dark" : "light");
dark.addEventListener("change", () => setTheme(dark.matches ? "dark" : "light"));
byId("theme").onclick = () => setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark");

const tip = byId("tip");
document.addEventListener("pointermove", (event) => {
  const text = event.target.closest?.("[data-tip]")?.dataset.tip;
  tip.hidden = !text;
  if (!text) return;
  tip.textContent = text;
  tip.style.left = Math.min(event.clientX + 12, innerWidth - tip.offsetWidth - 8) + "px";
  tip.style.top = Math.max(event.clientY - tip.offsetHeight - 10, 4) + "px";
});

async function unpack(text) {
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).json();
}

function element(tag, text, className) {
  const found = document.createElement(tag);
  found.textContent = text;
  if (className) found.className = className;
  return found;
}

// The lines are HTML that the report's maker escaped; everything else is set as text.
function fill(pane, text) {
  pane.innerHTML = text.lines.map((line, i) => `<div data-from="${text.from[i] || 0}">${line || " "}</div>`).join("");
  pane.scrollTop = 0;
}

function showColumn() {
  for (const tab of byId("tabs").children) tab.setAttribute("aria-selected", String(tab.textContent === column));
  fill(byId("code"), current[column]);
}

const FACTS = {
  "id": (row) => row.id,
  "arguments": (row) => row.arguments?.map((a) => `${a.name}: ${a.type} (${a.role})`).join(", "),
  "launch": (row) => row.launch_dim?.join(" × "),
  "launch guessed": (row) => row.launch_origin,
  "not verified": (row) => row.not_verified,
  "adjoint": (row) => row.adjoint,
  "made concrete": (row) => row.made_concrete,
  "needs": (row) => row.needs,
  "built-ins": (row) => row.builtins?.join(", "),
  "from": (row) => row.url,
  "notice": (row) => row.copyright,
};

function showOrigin(row) {
  byId("origin").hidden = !row.file;
  if (!row.file) return;
  const from = [row.package, row.version].filter(Boolean).join(" ");
  byId("origin").replaceChildren(element("span", from), element("code", `${row.file}:${row.line}`),
    element("span", row.license || "no licence told", "badge"));
}

async function show() {
  const row = shown[place];
  byId("row").hidden = !row;
  byId("nothing").hidden = Boolean(row);
  byId("place").textContent = row ? `${place + 1} of ${shown.length}` : "0";
  if (!row) return;
  const code = await unpack(row.code);
  if (row !== shown[place]) return;
  current = code;
  byId("name").textContent = row.kernel_name;
  byId("badges").replaceChildren(
    ...[row.category, row.split].filter((name) => name !== row.package).map((name) => element("span", name, "badge")),
    ...(row.tiers || []).map((tier) => element("span", "✓ " + tier, "badge passed")));
  showOrigin(row);
  byId("description").textContent = row.description;
  const columns = row.columns.filter((name) => name !== "python_source");
  if (!columns.includes(column)) column = columns[0];
  byId("tabs").replaceChildren(...columns.map((name) => {
    const tab = element("button", name);
    tab.onclick = () => { column = name; showColumn(); };
    return tab;
  }));
  fill(byId("python"), { lines: current.python_source.lines, from: current.python_source.lines.map((_, i) => i + 1) });
  showColumn();
  const facts = Object.entries(FACTS).map(([name, fact]) => [name, fact(row)]).filter(([, value]) => value);
  byId("facts").replaceChildren(...facts.flatMap(([name, value]) => [name + " ", element("code", value), document.createElement("br")]));
  history.replaceState(null, "", "#row=" + encodeURIComponent(row.id));
}

const selects = [...document.querySelectorAll("select[data-column]")];

function filter() {
  const words = byId("search").value.trim().toLowerCase();
  const fits = (row) => selects.every((select) => !select.value || [row[select.dataset.column]].flat().includes(select.value))
    && (!words || [row.id, row.kernel_name, row.description, row.file, ...(row.builtins || [])].join(" ").toLowerCase().includes(words));
  shown = rows.filter(fits);
  place = 0;
  show();
}

function step(by) {
  if (!shown.length) return;
  place = (place + by + shown.length) % shown.length;
  show();
}

function stepColumn(by) {
  const tabs = [...byId("tabs").children].map((tab) => tab.textContent);
  column = tabs[(tabs.indexOf(column) + by + tabs.length) % tabs.length];
  showColumn();
}

for (const select of selects) select.onchange = filter;
byId("search").oninput = filter;
byId("back").onclick = () => step(-1);
byId("next").onclick = () => step(1);

const inGallery = () => byId("gallery").getBoundingClientRect().top < innerHeight * 0.6;
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches("input, select")) { if (event.key === "Escape") event.target.blur(); return; }
  const act = { ArrowLeft: () => step(-1), ArrowRight: () => step(1), ArrowUp: () => stepColumn(-1), ArrowDown: () => stepColumn(1),
    "/": () => byId("search").focus() }[event.key];
  if (!act || !inGallery()) return;
  event.preventDefault();
  act();
});

function light(event) {
  const line = event.target.closest?.("pre div");
  const from = line && line.dataset.from !== "0" ? line.dataset.from : null;
  for (const other of document.querySelectorAll("#python div, #code div")) other.classList.toggle("lit", Boolean(from) && other.dataset.from === from);
  return from;
}
for (const id of ["python", "code"]) {
  byId(id).addEventListener("pointerover", light);
  byId(id).addEventListener("pointerleave", light);
  byId(id).addEventListener("click", (event) => {
    if (!light(event)) return;
    const pane = byId(id === "python" ? "code" : "python");
    const target = pane.querySelector(".lit");
    if (target) pane.scrollTop = target.offsetTop - pane.offsetTop - pane.clientHeight / 3;
  });
}

const wanted = new URLSearchParams(location.hash.slice(1)).get("row");
place = Math.max(rows.findIndex((row) => row.id === wanted), 0);
show();
