// The dialogue that writes the HTML for another page: the calculator as it is asked now, as
// the element of embed.js or as a plain frame. boot.js loads this when somebody asks for it.

const LOCAL = /^(v|lang|theme|embed|host|height)=|^listed=kept$|^cost\./;

// Sections by their names in links, in the order of the page, and the messages that name them.
const SECTIONS = [
  ["verdict", "answer"],
  ["question", "question"],
  ["memory", "embed_memory"],
  ["candidates", "table_title"],
  ["load", "load_title"],
  ["system", "balance_title"],
  ["charts", "embed_charts"],
  ["plan", "plan_title"],
  ["levers", "levers_title"],
  ["findings", "findings_heading"],
  ["why", "why_title"],
];

// Pixels.
const HEIGHTS = { element: 600, frame: 900 };

// Opens the dialogue. What had the focus has it again once it is closed.
export async function run() {
  const language = document.documentElement.lang.slice(0, 2);
  const parts = ["", "later/", "embed/"].map((part) => window.rightsizeTexts(part + language));
  const { styled } = await window.rightsizeScript("dialog");
  const [, texts] = await Promise.all([styled("embedding.css"), Promise.all(parts)]);
  open(Object.assign({}, ...texts));
}

function open(text) {
  const dialog = add(document.body, "dialog", { className: "embedding" });
  dialog.setAttribute("aria-labelledby", "embedding-title");
  dialog.addEventListener("close", () => dialog.remove());
  const head = add(dialog, "header");
  add(head, "h2", { id: "embedding-title", textContent: text.embed_title });
  add(head, "button", { type: "button", className: "quiet", textContent: text.embed_close, onclick: () => dialog.close() });

  const grid = add(dialog, "div", { className: "embedding-fields" });
  const way = select(grid, text.embed_way, [["element", text.embed_element], ["frame", text.embed_frame]]);
  const height = field(grid, text.embed_height, "input", { inputMode: "numeric", autocomplete: "off", value: HEIGHTS.element });
  const names = [...document.querySelectorAll("#language option")].map((option) => [option.value, option.textContent]);
  const lang = select(grid, text.language, [["", text.embed_around], ...names]);
  const theme = select(grid, text.embed_colours, [["", text.embed_around], ["light", text.embed_light], ["dark", text.embed_dark]]);
  const heightWrong = add(grid, "p", { className: "problem", id: "embedding-height" });
  height.setAttribute("aria-describedby", "embedding-height");
  add(grid, "p", { className: "aside", textContent: text.embed_height_hint });

  const set = add(dialog, "fieldset");
  add(set, "legend", { textContent: text.embed_sections });
  const boxes = SECTIONS.map(([id, key]) => {
    const label = add(set, "label", { className: "check" });
    const box = add(label, "input", { type: "checkbox", checked: true, value: id });
    add(label, "span", { textContent: text[key] });
    return box;
  });
  const noneWrong = add(set, "p", { className: "problem" });
  noneWrong.setAttribute("role", "alert");
  heightWrong.setAttribute("role", "alert");

  const code = field(dialog, text.embed_code, "textarea", { readOnly: true, rows: 7, spellcheck: false, wrap: "soft" });
  const pairs = question();
  add(dialog, "p", { className: "aside", hidden: !pairs.kept, textContent: text.embed_list });
  const foot = add(dialog, "footer");
  const copy = add(foot, "button", { type: "button", className: "tool strong", textContent: text.embed_copy });
  const said = add(foot, "span");
  said.setAttribute("role", "status");

  const write = () => {
    const chosen = boxes.filter((box) => box.checked).map((box) => box.value);
    const tall = /^\d+$/.test(height.value.trim()) ? Number(height.value) : 0;
    const fits = tall >= 100 && tall <= 9999;
    heightWrong.textContent = fits ? "" : text.embed_height_wrong;
    height.setAttribute("aria-invalid", String(!fits));
    noneWrong.textContent = chosen.length ? "" : text.embed_none;
    said.textContent = "";
    // What was written last stays while a field is wrong.
    if (!fits || !chosen.length) return;
    const sections = chosen.length < boxes.length ? chosen.join(",") : "";
    const view = { sections, lang: lang.value, theme: theme.value, height: tall };
    code.value = (way.value === "element" ? element : frame)(pairs.all, view, text.page_heading);
  };
  way.addEventListener("change", () => {
    const auto = way.value === "element" ? text.embed_around : text.embed_browser;
    for (const list of [lang, theme]) list.options[0].textContent = auto;
    const usual = Object.values(HEIGHTS).map(String);
    if (usual.includes(height.value)) height.value = HEIGHTS[way.value];
  });
  dialog.addEventListener("input", write);
  dialog.addEventListener("change", write);
  copy.addEventListener("click", () => {
    code.select();
    const write = navigator.clipboard?.writeText(code.value) ?? Promise.reject(new Error("no clipboard"));
    write.then(() => text.embed_copied, () => text.embed_refused).then((words) => {
      said.textContent = words;
    });
  });
  write();
  dialog.showModal();
}

// The pairs of the question on the page, which its links to other pages hold; and whether
// a price list is left behind.
function question() {
  const { hash } = document.querySelector(".modes a");
  const all = hash.slice(1).split("&");
  return { all: all.filter((pair) => pair && !LOCAL.test(pair)), kept: all.includes("listed=kept") };
}

function element(pairs, view, name) {
  const keys = pairs.map((pair) => pair.split("=")[0]);
  const plain = (pair) => {
    const [key, value] = pair.split("=");
    // A comma that parts nothing, a key that comes twice, a name no attribute has.
    return !/%2C/i.test(value) && keys.indexOf(key) === keys.lastIndexOf(key) && /^[a-z][a-z0-9.-]*$/.test(key);
  };
  const attributes = pairs.filter(plain).map((pair) => pair.split("=")).map(([key, value]) => [key, decodeURIComponent(value)]);
  attributes.push(["question", pairs.filter((pair) => !plain(pair)).join("&")], ...Object.entries(view));
  const whole = [`${site()}#v=2`, ...pairs].join("&");
  return `<script src="${escaped(`${site()}embed.js`)}" async></script>
<rightsize-calculator${written(attributes)}>
  <a href="${escaped(whole)}">${escaped(name)}</a>
</rightsize-calculator>`;
}

function frame(pairs, { sections, lang, theme, height }, name) {
  const link = ["v=2", ...pairs, `embed=${sections}`, lang && `lang=${lang}`, theme && `theme=${theme}`];
  const src = `${site()}#${link.filter(Boolean).join("&")}`;
  const attributes = { src, title: name, width: "100%", height, loading: "lazy", allow: "clipboard-write" };
  return `<iframe${written(Object.entries(attributes))}></iframe>`;
}

function site() {
  return new URL(".", document.baseURI.split("#")[0]).href;
}

function written(attributes) {
  return attributes.filter(([, value]) => value).map(([key, value]) => ` ${key}="${escaped(String(value))}"`).join("");
}

function escaped(text) {
  return text.replace(/[&"<>]/g, (letter) => ({ "&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;" })[letter]);
}

function select(parent, label, choices) {
  const list = field(parent, label, "select");
  for (const [value, textContent] of choices) add(list, "option", { value, textContent });
  return list;
}

function field(parent, words, tag, properties) {
  const label = add(parent, "label", { className: "field" });
  add(label, "span", { className: "label", textContent: words });
  return add(add(label, "span", { className: "box" }), tag, properties);
}

function add(parent, tag, properties = {}) {
  return parent.appendChild(Object.assign(document.createElement(tag), properties));
}
