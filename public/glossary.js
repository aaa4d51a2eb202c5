// What the terms of the page mean, a sentence each: at the word, or all of them in a window.
// boot.js loads this when somebody asks; the sentences stand in locales/glossary/.

const MEANS = "term-means";

// Space between a word and its sentence, and around that.
const GAP = 8;

// The word that was pressed while its sentence was open, and when: that closes it only.
let pressed = { button: null, at: 0 };

// How long a press may last, in milliseconds.
const PRESS = 1000;

export async function run(button) {
  const dialog = await window.rightsizeScript("dialog");
  const words = await dialog.words();
  const term = button?.dataset.term;
  if (!term) return list(dialog, words);
  const again = pressed.button === button && performance.now() - pressed.at < PRESS;
  pressed.button = null;
  if (!again) open(button, dialog, words, term);
}

function open(button, { make }, words, term) {
  document.getElementById(MEANS)?.remove();
  const place = make("div", { id: MEANS, popover: "auto", role: "status" });
  document.body.append(place);
  const press = () => { pressed = { button, at: performance.now() }; };
  button.addEventListener("pointerdown", press);
  place.addEventListener("toggle", ({ newState }) => {
    const opens = newState === "open";
    button.setAttribute("aria-expanded", String(opens));
    if (opens) return button.setAttribute("aria-describedby", MEANS);
    button.removeAttribute("aria-describedby");
    button.removeEventListener("pointerdown", press);
    place.remove();
  });
  place.showPopover({ source: button });
  // Said once it is there: screen readers read what changes.
  place.append(make("b", {}, words(`term_${term}`)), make("p", {}, words(`means_${term}`)));
  put(place, button.getBoundingClientRect());
}

// Below the word where there is room, or else above it.
function put(place, word) {
  const { offsetWidth: width, offsetHeight: height } = place;
  const left = Math.max(GAP, Math.min(word.left, innerWidth - width - GAP));
  const below = word.bottom + GAP;
  const top = below + height < innerHeight ? below : Math.max(GAP, word.top - height - GAP);
  place.style.left = `${left}px`;
  place.style.top = `${top}px`;
}

function list({ make, show }, words) {
  const { lang } = document.documentElement;
  const terms = Object.keys(words.all)
    .filter((key) => key.startsWith("term_"))
    .map((key) => [words(key), words(key.replace("term_", "means_"))])
    .sort(([one], [other]) => one.localeCompare(other, lang));
  const rows = terms.map(([name, means]) => make("div", {}, make("dt", {}, name), make("dd", {}, means)));
  const count = make("p", { class: "aside", role: "status" });
  const field = make("input", { type: "search", autocomplete: "off", "aria-label": words("glossary_find"), placeholder: words("glossary_find") });
  const find = () => {
    const wanted = field.value.toLocaleLowerCase(lang).trim();
    for (const row of rows) row.hidden = !row.textContent.toLocaleLowerCase(lang).includes(wanted);
    const left = rows.filter((row) => !row.hidden).length;
    count.textContent = words("glossary_count", { count: left, total: rows.length });
  };
  field.addEventListener("input", find);
  find();
  show(words("glossary_title"), words("close"), field, count, make("dl", { class: "meanings" }, ...rows));
  field.focus();
}
