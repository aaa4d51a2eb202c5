// What the scripts that are loaded at a click share: the words of the page's language, their
// styles, parts of a page, and a window of its own. Others ask for it by rightsizeScript("dialog").

const root = document.documentElement;

// The glossary's messages in the page's language: a function from key and values to text,
// and all of them as `all`; promised once what says them can be shown.
export async function words() {
  const texts = window.rightsizeTexts(`glossary/${root.lang.slice(0, 2)}`);
  const [all] = await Promise.all([texts, styled("dialog.css")]);
  const say = (key, values = {}) => (all[key] ?? "").replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
  return Object.assign(say, { all });
}

// A style sheet beside this script, once, and of its version. One file that is the whole
// site has it with its pages' own.
export function styled(name) {
  if (window.rightsizeWhole) return null;
  const here = new URL(import.meta.url);
  const { href } = new URL(name + here.search, here);
  if ([...document.styleSheets].some((sheet) => sheet.href === href)) return null;
  return new Promise((resolve, reject) => {
    const link = make("link", { rel: "stylesheet", href, load: resolve });
    link.addEventListener("error", () => {
      link.remove();
      reject(new Error(href));
    });
    document.head.append(link);
  });
}

// An element with attributes; what is inside is put in as elements or as text, never read
// as markup. An attribute that is a function hears the event of its name.
export function make(tag, attributes = {}, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...inside);
  return element;
}

// Opens a window over the page, in place of one that is open; closed, it is gone.
export function show(title, close, ...inside) {
  document.querySelector("dialog.sheet")?.close();
  const head = make("h2", { id: "sheet-title", tabindex: "-1" }, title);
  const button = make("button", { type: "button", class: "quiet", "aria-label": close, click: () => dialog.close() }, "×");
  const body = make("div", { class: "sheet-body" }, ...inside);
  const dialog = make("dialog", { class: "sheet", "aria-labelledby": "sheet-title" }, make("div", { class: "sheet-head" }, head, button), body);
  // A click beside it closes it, too.
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
