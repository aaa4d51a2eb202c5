// What single keys do, and the sheet that lists them. boot.js loads this at the first such
// key that is pressed outside of fields, or at a click on the sheet's button.

const root = document.documentElement;

// Keys that press a button of the page.
const PRESSED = {
  p: "[data-script=present]",
  c: "#share-menu [value=link]",
  e: "#share",
  t: ".tool:is(.icon-auto, .icon-light, .icon-dark)",
};

// Sections by their digits, and what the sheet calls them.
const SECTIONS = [
  ["#answer", "section_verdict"],
  [".question", "section_question"],
  [".memory", "section_memory"],
  [".candidates", "section_candidates"],
  [".charts", "section_charts"],
  [".why", "section_why"],
];

// The model's field.
const MODEL = "#field-Model";

// How long a part of the page that is made later is waited for, in milliseconds.
const PATIENCE = 3000;

// On the calculator parts may not be there yet.
const find = (selector) => document.querySelector(`main ${selector}`);
const isThere = (selector) => !root.dataset.part || find(selector);
const hasSection = ([selector]) => isThere(selector);

export async function run() {
  const dialog = await window.rightsizeScript("dialog");
  sheet(dialog, await dialog.words());
}

export async function press(key) {
  if (key === "?") return run();
  if (key === "g") return (await window.rightsizeScript("glossary")).run();
  // Somebody presents: the page's own parts are not in sight.
  if (root.dataset.present) return;
  if (key === "/") return focusModel();
  if (PRESSED[key]) return pressButton(document.querySelector(PRESSED[key]));
  const section = SECTIONS[Number(key) - 1];
  if (section && hasSection(section)) await jump(section[0]);
}

// What it opens is reached from it.
function pressButton(button) {
  button?.focus();
  button?.click();
}

// On a phone the question may be folded.
function focusModel() {
  const model = find(MODEL);
  if (model && !model.checkVisibility()) document.querySelector(".question .summary")?.click();
  requestAnimationFrame(() => model?.focus());
}

async function jump(selector) {
  window.dispatchEvent(new CustomEvent("rightsize:room", { cancelable: true }));
  const until = performance.now() + PATIENCE;
  while (!find(selector) && performance.now() < until) await new Promise(requestAnimationFrame);
  const section = find(selector);
  if (!section) return;
  if (!section.hasAttribute("tabindex")) section.tabIndex = -1;
  section.scrollIntoView({ block: "start" });
  section.focus({ preventScroll: true });
}

function sheet({ make, show }, words) {
  const mac = /Mac|iPhone|iPad/.test(navigator.platform);
  const control = mac ? "⌘" : words("key_control");
  // What works on this page.
  const there = ([key]) => (key === "/" ? isThere(MODEL) : !PRESSED[key] || document.querySelector(PRESSED[key]));
  const jumps = SECTIONS.map((section, index) => [section, [String(index + 1)], section[1]])
    .filter(([section]) => hasSection(section));
  const groups = [
    ["keys_page", [[["?"], "keys_sheet"], [["/"], "keys_model"], [["g"], "keys_glossary"], [["t"], "keys_theme"], [["c"], "keys_copy"], [["e"], "keys_export"], [["p"], "keys_present"]].filter(([[key]]) => there([key]))],
    ["keys_change", isThere(".icon-undo") ? [[[control, "Z"], "keys_undo"], [[control, "⇧", "Z"], "keys_redo"]] : []],
    ["keys_jump", jumps.map(([, key, name]) => [key, name])],
  ];
  if (there(["p"])) groups.push(["keys_stage", [[["→"], "present_next"], [["←"], "present_back"], [[words("key_home")], "present_first"], [[words("key_end")], "present_last"], [[words("key_escape")], "present_leave"]]]);
  const row = ([keys, name]) => make("div", {}, make("dt", {}, ...keys.map((key) => make("kbd", {}, key))), make("dd", {}, words(name)));
  const group = ([title, rows]) => make("section", {}, make("h3", {}, words(title)), make("dl", { class: "keys" }, ...rows.map(row)));
  const box = make("input", { type: "checkbox", change: () => remember(box.checked) });
  box.checked = remembered();
  const use = make("label", { class: "check" }, box, make("span", {}, words("keys_use")));
  show(words("keys_title"), words("close"), make("div", { class: "groups" }, ...groups.filter(([, rows]) => rows.length).map(group)), use);
}

// Storage may be forbidden: then they work on every visit.
function remember(used) {
  try {
    localStorage.setItem("shortcuts", used ? "on" : "off");
  } catch (refused) {
    return;
  }
}

function remembered() {
  try {
    return localStorage.getItem("shortcuts") !== "off";
  } catch (refused) {
    return true;
  }
}
