// Shows the answer part by part, in large type: verdict, below its question in a line, memory,
// candidates, charts. The parts are the page's own; this says which of them is seen
// (data-staged), and styles do the rest. boot.js loads it at a click in the bar's menu.

const root = document.documentElement;

// In the order they are shown. The first two charts are about money.
const CHARTS = [1, 2, 3].map((nth) => `.chart-part:nth-child(${nth}) figure`);
const STEPS = ["#answer", ".memory", ".candidates", ...CHARTS];

const PATIENCE = 5000;

const CURRENCIES = ["USD", "EUR", "GBP", "CHF", "JPY", "CNY", "KRW", "INR", "UAH", "PLN", "SEK", "NOK", "DKK", "CAD", "AUD"];

// The customer's name: here, and nowhere else.
let customer = "";
let stage = null;

// Asks the page for all its parts, for amounts or none, and for a currency; whether it could.
function ask(currency) {
  return window.dispatchEvent(new CustomEvent("rightsize:room", { cancelable: true, detail: currency }));
}

export async function run() {
  const dialog = await window.rightsizeScript("dialog");
  const words = await dialog.words();
  ask();
  prepare(dialog, words);
}

// What is to be shown, and to whom.
function prepare(dialog, words) {
  const { make } = dialog;
  const name = make("input", { type: "text", autocomplete: "off", maxlength: "80" });
  name.value = customer;
  const hide = make("input", { type: "checkbox" });
  hide.checked = "priceless" in root.dataset;
  const code = make("input", { type: "text", autocomplete: "off", maxlength: "3", list: "present-codes", placeholder: words("present_as_it_is") });
  const rate = make("input", { type: "text", autocomplete: "off", inputmode: "decimal" });
  const wrong = make("p", { id: "present-wrong", class: "problem", role: "alert" });
  const field = (text, ...controls) => make("label", { class: "field" }, make("span", { class: "label" }, text), ...controls);
  const rateField = field(words("present_rate"), rate);
  const typed = () => code.value.trim().toUpperCase();
  const fold = () => { rateField.hidden = hide.checked || ["", "USD"].includes(typed()); };
  const money = make("div", { class: "pair" }, field(words("present_currency"), code), rateField);
  const follow = () => { fold(); money.hidden = hide.checked; };
  for (const control of [code, hide]) control.addEventListener("input", follow);
  follow();
  const codes = make("datalist", { id: "present-codes" }, ...CURRENCIES.map((value) => make("option", { value })));
  const check = make("label", { class: "check" }, hide, make("span", {}, words("present_hide")));
  const start = make("button", { type: "submit", class: "tool strong" }, words("present_start"));
  const submit = (event) => {
    event.preventDefault();
    const wanted = !hide.checked && typed() ? `${typed()} ${rate.value}` : undefined;
    conceal(hide.checked);
    const could = ask(wanted);
    wrong.textContent = could ? "" : words("present_wrong");
    for (const control of [code, rate]) {
      control.setAttribute("aria-invalid", String(!could));
      control.setAttribute("aria-describedby", "present-wrong");
    }
    if (!could) return code.focus();
    customer = name.value.trim();
    sheet.close();
    begin(dialog, words);
  };
  const form = make("form", { submit }, field(words("present_customer"), name), make("p", { class: "aside" }, words("present_customer_hint")), check, money, codes, wrong, make("p", { class: "aside" }, words("present_keys")), start);
  const sheet = dialog.show(words("present_title"), words("close"), form);
  name.focus();
}

function conceal(hidden) {
  if (hidden) root.dataset.priceless = "";
  else delete root.dataset.priceless;
}

// Steps that there are now.
function steps() {
  const money = "priceless" in root.dataset ? CHARTS.slice(0, 2) : [];
  return STEPS.filter((step) => !money.includes(step)).map((step) => document.querySelector(`main ${step}`)).filter(Boolean);
}

async function begin({ make }, words) {
  document.getElementById("present-hidden")?.remove();
  const said = make("p", { class: "stage-step", role: "status" });
  const button = (key, sign, click) => make("button", { type: "button", class: "tool", "aria-label": words(key), title: words(key), click }, sign);
  const back = button("present_back", "←", () => go(-1, true));
  const next = button("present_next", "→", () => go(1, true));
  const leave = button("present_leave", "×", () => end());
  const whom = make("p", { class: "stage-whom" }, customer && words("present_for", { name: customer }));
  const bar = make("nav", { class: "stage", "aria-label": words("present_title") }, whom, said, back, next, leave);
  const line = document.querySelector(".question .summary span")?.textContent ?? "";
  const asked = make("p", { class: "stage-asked" }, line);
  stage = { at: 0, bar, asked, back, next, said, make, words, full: false };
  document.querySelector("main").prepend(asked);
  document.body.append(bar);
  root.dataset.present = "";
  document.addEventListener("keydown", pressed);
  document.addEventListener("fullscreenchange", narrowed);
  addEventListener("resize", fit);
  root.requestFullscreen?.().then(() => { if (stage) stage.full = true; }, () => {});
  show(0);
  // Parts that come later count as soon as they are there.
  const until = performance.now() + PATIENCE;
  while (stage && document.querySelector(".later.waiting") && performance.now() < until) await new Promise(requestAnimationFrame);
  if (stage) {
    fit();
    tell(steps());
  }
}

function go(by, stay) {
  show(stage.at + by, stay);
}

// Shows a step, or the nearest there is; the focus goes with it, but from the bar's buttons.
function show(at, stay) {
  const all = steps();
  stage.at = Math.max(0, Math.min(at, all.length - 1));
  document.querySelector("[data-staged]")?.removeAttribute("data-staged");
  const part = all[stage.at];
  part.dataset.staged = "";
  stage.asked.hidden = stage.at > 0;
  scrollTo(0, 0);
  fit();
  if (!stay) {
    part.tabIndex = -1;
    part.focus({ preventScroll: true });
  }
  tell(all);
}

// How much smaller a try is than the one before, and the smallest type of a slide, the page's own.
const SMALLER = 0.94;
const SMALLEST = 1;

// Makes the step fit the screen: smaller type first, then fewer rows of its table. A small screen
// scrolls instead.
function fit() {
  const part = document.querySelector("[data-staged]");
  const page = part?.closest(".page");
  if (!stage || !page) return;
  unfit();
  if (!matchMedia("(min-width: 1000px)").matches) return;
  const end = stage.bar.getBoundingClientRect().top;
  const isCut = () => [...part.querySelectorAll(".scroll")].some((box) => box.scrollWidth > box.clientWidth + 1);
  const isLong = () => part.getBoundingClientRect().bottom + scrollY > end;
  const rows = [...part.querySelectorAll("tbody tr")];
  const isWrong = () => isCut() || (!rows.length && isLong());
  let zoom = Number.parseFloat(getComputedStyle(page).zoom) || SMALLEST;
  while (zoom > SMALLEST && isWrong()) {
    zoom = Math.max(SMALLEST, zoom * SMALLER);
    page.style.zoom = String(zoom);
  }
  while (rows.length > 1 && isLong()) rows.pop().dataset.unstaged = "";
}

// Takes back what made a step fit.
function unfit() {
  for (const page of document.querySelectorAll(".page")) page.style.removeProperty("zoom");
  for (const row of document.querySelectorAll("[data-unstaged]")) row.removeAttribute("data-unstaged");
}

function tell(all) {
  const { at, back, next, said, words } = stage;
  const part = all[at];
  const title = part.getAttribute("aria-label") ?? part.querySelector("h2")?.textContent ?? "";
  const text = words("present_step", { step: at + 1, steps: all.length, title });
  if (said.textContent !== text) said.textContent = text;
  back.setAttribute("aria-disabled", String(at === 0));
  next.setAttribute("aria-disabled", String(at === all.length - 1));
}

// Keys of a field, of a chart that is read point by point and of an open window stay theirs.
function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return;
  if (event.target.closest("input, select, textarea, [role=slider], dialog")) {
    if (!event.target.closest("[role=slider]") || !/^Page|Escape/.test(event.key)) return;
  }
  if (document.querySelector("dialog[open], :popover-open:not([popover=manual])")) return;
  const last = steps().length - 1;
  const to = { ArrowRight: stage.at + 1, PageDown: stage.at + 1, ArrowLeft: stage.at - 1, PageUp: stage.at - 1, Home: 0, End: last };
  if (event.key === "Escape") end();
  else if (event.key in to) show(to[event.key]);
  else return;
  event.preventDefault();
}

function narrowed() {
  if (stage?.full && !document.fullscreenElement) end();
}

function end() {
  const { bar, asked, make, words } = stage;
  stage = null;
  document.removeEventListener("keydown", pressed);
  document.removeEventListener("fullscreenchange", narrowed);
  removeEventListener("resize", fit);
  unfit();
  if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
  document.querySelector("[data-staged]")?.removeAttribute("data-staged");
  bar.remove();
  asked.remove();
  delete root.dataset.present;
  document.getElementById("share")?.focus();
  if ("priceless" in root.dataset) remain(make, words);
}

// Prices stay hidden after it, for a customer may still look: until somebody shows them.
function remain(make, words) {
  const reveal = () => {
    conceal(false);
    ask();
    bar.remove();
  };
  const show = make("button", { type: "button", click: reveal }, words("present_reveal"));
  const bar = make("div", { id: "present-hidden", class: "update", role: "status" }, make("span", {}, words("present_hidden")), show);
  document.querySelector("footer").after(bar);
}
