// What the terms of the page mean, a sentence each: at the word, or all of them in a window.
// boot.js loads this when somebody asks, or rests on a word; the sentences stand in
// locales/glossary/.

const MEANS = "term-means";

// Space between a word and its sentence, and around that.
const GAP = 8;

// How long the way from a word to its sentence may last, in milliseconds.
const WAY = 200;

// The sentence that is open: its word, whether it is there only while somebody rests on that,
// and what closes it.
let shown = null;

// The word that was pressed while its sentence was open, and when: that closes it only.
let pressed = { button: null, at: 0 };

// How long a press may last, in milliseconds.
const PRESS = 1000;

// The word whose sentence was closed below the pointer, and when: where that covered the word,
// the pointer is at it again without having moved.
let uncovered = { button: null, at: 0 };

// How long after that the word is not explained by itself, in milliseconds.
const PAUSE = 1000;

export async function run(button) {
  const dialog = await window.rightsizeScript("dialog");
  const words = await dialog.words();
  const term = button?.dataset.term;
  if (!term) return list(dialog, words);
  const again = isSince(pressed, button, PRESS);
  pressed.button = null;
  if (!again) open(button, dialog, words, term);
}

const isSince = ({ button, at }, other, most) => button === other && performance.now() - at < most;
const isAt = (button) => button.matches(":hover, :focus-visible");

// Explains a word to who rests on it, until they leave; what somebody asked for stays.
export async function peek(button) {
  const dialog = await window.rightsizeScript("dialog");
  const words = await dialog.words();
  const stays = shown && (shown.button === button || !shown.rests);
  if (isAt(button) && !stays && !isSince(uncovered, button, PAUSE)) open(button, dialog, words, button.dataset.term, true);
}

function open(button, { make }, words, term, rests = false) {
  shown?.close();
  const place = make("div", { id: MEANS, popover: rests ? "manual" : "auto", role: "status" });
  const listening = new AbortController();
  const { signal } = listening;
  const close = () => {
    shown = null;
    listening.abort();
    button.setAttribute("aria-expanded", "false");
    button.removeAttribute("aria-describedby");
    place.remove();
  };
  shown = { button, rests, close };
  document.body.append(place);
  place.showPopover({ source: button });
  place.addEventListener("toggle", ({ newState }) => newState === "closed" && close(), { signal });
  // Closes the sentence, and nothing behind it.
  const escape = (event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    if (place.matches(":hover")) uncovered = { button, at: performance.now() };
    close();
  };
  document.addEventListener("keydown", escape, { signal, capture: true });
  if (rests) attend(button, place, close, signal);
  else button.addEventListener("pointerdown", () => { pressed = { button, at: performance.now() }; }, { signal });
  button.setAttribute("aria-expanded", "true");
  button.setAttribute("aria-describedby", MEANS);
  // Said once it is there: screen readers read what changes.
  place.append(make("b", {}, words(`term_${term}`)), make("p", {}, words(`means_${term}`)));
  put(place, button.getBoundingClientRect());
}

// Closes what is there while somebody rests on a word, once they are neither at that nor at its
// sentence.
function attend(button, place, close, signal) {
  const look = () => setTimeout(() => {
    if (!signal.aborted && !isAt(button) && !place.matches(":hover")) close();
  }, WAY);
  document.addEventListener("pointerout", look, { signal });
  document.addEventListener("focusout", look, { signal });
}

// Above the word where there is room, for what it names stands below it; or else there.
function put(place, word) {
  const { offsetWidth: width, offsetHeight: height } = place;
  const left = Math.max(GAP, Math.min(word.left, innerWidth - width - GAP));
  const above = word.top - height - GAP;
  const below = Math.min(word.bottom + GAP, innerHeight - height - GAP);
  const top = above < GAP ? Math.max(GAP, below) : above;
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
