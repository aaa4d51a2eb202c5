// The answer of a page as Markdown: its verdict, its question, the reasons, the best eight of its
// candidates, the link; of the page about costs, which has no candidates, its tables behind the
// link. All of it is read from the page, so that it is in the page's language, currency and form of
// numbers, and says what the page says. boot.js loads it at a click in the bar's menu.

// What stands between parts that are no sentence together.
const BETWEEN = " · ";

// Rows of the table.
const MOST = 8;

// How long parts that come later, and the simulation, are waited for, in milliseconds.
const PATIENCE = 30000;

// What is no text of a part: signs beside words, words for those who do not see it, controls' notes.
const UNREAD = "[aria-hidden=true], [hidden], .unseen, svg, template, dialog, [popover]";

// The answer is there: its candidates, or on the page about costs its verdict, which is the last that
// is made of it.
const ANSWERED = "main .candidates-table tbody tr, main.costs #answer .headline";

// Remarks in a word or two, which stand in brackets behind what they are about.
const REMARKS = "small.doubt, .badge";

// Elements whose text goes on in the sentence around them.
const WITHIN = /^(STRONG|EM|I|A|ABBR)$/;

export async function run() {
  window.dispatchEvent(new CustomEvent("rightsize:room", { cancelable: true }));
  const until = performance.now() + PATIENCE;
  while (!isReady() && performance.now() < until) await new Promise((done) => setTimeout(done, 50));
  const report = written();
  if (!report) throw new Error("no answer");
  save(report);
}

// Whether everything is there, and simulated.
function isReady() {
  return document.querySelector(ANSWERED) && !document.querySelector(".later.waiting") && document.documentElement.dataset.simulated !== "no";
}

// The document; nothing where there is no answer. One to an earlier question is said to be that.
function written() {
  const answer = document.getElementById("answer");
  const headline = words(answer?.querySelector(".headline"));
  if (!headline) return "";
  const title = words(document.querySelector("main h1")) || document.title;
  const blocks = [`# ${escaped(title)}`, `**${escaped(headline)}**`];
  const question = document.querySelector("button.summary");
  const asked = words(question?.firstElementChild ?? question);
  const note = words(answer.querySelector(".stale-note"));
  for (const text of [asked, note]) if (text) blocks.push(escaped(text));
  const link = `<${location.href.replace(/[<>\s]/g, encodeURIComponent)}>`;
  const table = document.querySelector("main .candidates-table");
  if (!table) blocks.push(link);
  const shown = [answer, document.querySelector(".beside")].filter(Boolean);
  const all = (parts) => shown.flatMap((card) => [...card.querySelectorAll(parts)]);
  const sentences = all(".lead, .headline ~ .aside, .bill, .gauge, .amounts, .spread, .other").map(sentence);
  const facts = all(".figures > div").map((fact) => `${words(fact.querySelector("dt"))}: ${figure(fact.querySelector("dd"))}`);
  const reasons = [...new Set([...sentences, ...facts])].filter(Boolean);
  if (reasons.length) blocks.push(reasons.map((reason) => `- ${escaped(reason)}`).join("\n"));
  if (table) {
    blocks.push(...headed(table.closest("section")), rows(table, MOST), link);
  } else {
    const ways = answer.querySelector("table");
    if (ways) blocks.push(rows(ways, Infinity));
    const cards = [...document.querySelectorAll("main.costs .details section.card")];
    for (const card of cards.filter((card) => !card.closest("[hidden]"))) {
      const parts = [...card.querySelectorAll("table, ul.facts")].map((part) => (part.tHead ? rows(part, Infinity) : points(part)));
      if (parts.some(Boolean)) blocks.push(...headed(card), ...parts.filter(Boolean));
    }
  }
  return `${blocks.join("\n\n")}\n`;
}

// The heading of a section; none where it has none.
function headed(section) {
  const heading = words(section?.querySelector("h2"));
  return heading ? [`## ${escaped(heading)}`] : [];
}

// The sentences of a list.
function points(list) {
  const said = [...list.querySelectorAll("li")].map(words).filter(Boolean);
  return said.map((sentence) => `- ${escaped(sentence)}`).join("\n");
}

// Whether a part is an amount while no price is to be seen.
function isHidden(part) {
  return "priceless" in document.documentElement.dataset && part.matches(".money");
}

// The head and the best rows of a table, with the columns that it shows.
function rows(table, most) {
  const shown = (cell) => !isHidden(cell);
  const line = (cells) => `| ${cells.map((cell) => escaped(words(cell))).join(" | ")} |`;
  const head = [...table.tHead.rows].at(-1);
  const heads = [...head.cells].filter(shown);
  const rule = `| ${heads.map((cell) => (cell.matches(".figure, .parts [scope=col]") ? "---:" : "---")).join(" | ")} |`;
  const all = [...table.querySelectorAll("tbody tr")].map((row) => [...row.cells].filter(shown));
  const best = all.filter((cells) => cells.length === heads.length).slice(0, most);
  return [line(heads), rule, ...best.map(line)].join("\n");
}

// A part of the verdict in a line.
function sentence(part) {
  if (part.matches(".gauge")) return gauge(part);
  if (!part.matches(".amounts, .other")) return words(part);
  return joined([...part.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? node.data.trim() : words(node))));
}

// A value with its unit, and what stands beside it: a range, another amount.
function figure(part) {
  const texts = [...(part?.children ?? [])].map((own) => ({ text: words(own), apart: own.matches(".range") || /^[\p{Sc}\d]/u.test(words(own)) }));
  const value = texts.findIndex(({ text }) => text);
  const unit = texts.filter(({ text, apart }, at) => text && (at === value || !apart)).map(({ text }) => text);
  const beside = texts.filter(({ apart }, at) => at !== value && apart).map(({ text }) => text);
  return joined([unit.join(" "), ...beside]) || words(part);
}

// A gauge: what it says to those who do not see it, which has the limit, and the remarks that stand
// beside its value.
function gauge(part) {
  const said = part.querySelector("[role=meter]")?.getAttribute("aria-valuetext")?.replace(/\s+/g, " ");
  if (!said) return words(part);
  const range = words(part.querySelector(".gauge-range")).replace(/^· /, "");
  const beside = [...part.querySelectorAll(".gauge-value small")].map(words);
  return joined([said, said.includes(range) ? "" : range, ...beside]);
}

// Texts that are no sentence together; a remark goes with what it is about.
function joined(texts) {
  return texts.filter(Boolean).join(BETWEEN).replaceAll(`${BETWEEN}(`, " (");
}

// The text of a part, its elements apart, and its lines with a sign between them.
function words(part) {
  if (!part) return "";
  const read = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data;
    if (node.nodeType !== Node.ELEMENT_NODE || node.matches(UNREAD) || isHidden(node)) return "";
    if (node.tagName === "BR") return BETWEEN;
    const text = [...node.childNodes].map(read).join("");
    if (WITHIN.test(node.tagName)) return text;
    const beside = node.matches(REMARKS) && text.trim() && node.parentElement.textContent.trim() !== node.textContent.trim();
    return beside ? ` (${text.trim()}) ` : ` ${text} `;
  };
  // A line that ends a sentence needs no sign behind it.
  const text = read(part).replace(/\s+/g, " ").replace(/([.!?]) · /g, "$1 ").replace(/([。！？]) · /g, "$1");
  return text.replace(/ ([.,;:!?)]|[。，；：、）])/g, "$1").trim();
}

// Text that stays in its place and is taken for nothing but text.
function escaped(text) {
  return text.replace(/[|\\`*_[\]<>#~!&]/g, "\\$&");
}

function save(text) {
  // Named after the model and the load, and after the page where that is about their costs.
  const [model, , load] = words(document.querySelector("button.summary")).split(" · ");
  const name = ["rightsize", ...`${model} ${load ?? ""} ${document.querySelector("main.costs") ? "costs" : ""}`.toLowerCase().split(/[^\p{L}\p{N}.]+/u)].filter(Boolean).join("-");
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/markdown;charset=utf-8" }));
  link.download = `${name}.md`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
