// The answer of a page as Markdown: its verdict, its question, the reasons, the best eight of its
// table, the link. All of it is read from the page, so that it is in the page's language, currency
// and form of numbers, and says what the page says. boot.js loads it at a click in the bar's menu.

// What stands between parts that are no sentence together.
const BETWEEN = " · ";

// Rows of the table.
const MOST = 8;

// How long parts that come later, and the simulation, are waited for, in milliseconds.
const PATIENCE = 30000;

// What is no text of a part: signs beside words, words for those who do not see it, controls' notes.
const UNREAD = "[aria-hidden=true], [hidden], .unseen, svg, template, dialog, [popover]";

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
  return document.querySelector("main .candidates-table tbody tr") && !document.querySelector(".later.waiting") && document.documentElement.dataset.simulated !== "no";
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
  const sentences = [...answer.querySelectorAll(".lead, .headline ~ .aside, .bill, .gauge, .amounts, .spread, .other")].map((part) => (part.matches(".other") ? apart(part) : words(part)));
  const facts = [...answer.querySelectorAll(".figures > div")].map((fact) => `${words(fact.querySelector("dt"))}: ${apart(fact.querySelector("dd"))}`);
  const reasons = [...new Set([...sentences, ...facts])].filter(Boolean);
  if (reasons.length) blocks.push(reasons.map((reason) => `- ${escaped(reason)}`).join("\n"));
  const table = document.querySelector("main .candidates-table");
  if (table) {
    const heading = words(table.closest("section")?.querySelector("h2"));
    if (heading) blocks.push(`## ${escaped(heading)}`);
    blocks.push(rows(table));
  }
  blocks.push(`<${location.href.replace(/[<>\s]/g, encodeURIComponent)}>`);
  return `${blocks.join("\n\n")}\n`;
}

// Whether a part is an amount while no price is to be seen.
function isHidden(part) {
  return "priceless" in document.documentElement.dataset && part.matches(".money");
}

// The head and the best rows of a table, with the columns that it shows.
function rows(table) {
  const shown = (cell) => !isHidden(cell);
  const line = (cells) => `| ${cells.map((cell) => escaped(words(cell))).join(" | ")} |`;
  const head = [...table.tHead.rows].at(-1);
  const heads = [...head.cells].filter(shown);
  const rule = `| ${heads.map((cell) => (cell.matches(".figure") ? "---:" : "---")).join(" | ")} |`;
  const all = [...table.querySelectorAll("tbody tr")].map((row) => [...row.cells].filter(shown));
  const best = all.filter((cells) => cells.length === heads.length).slice(0, MOST);
  return [line(heads), rule, ...best.map(line)].join("\n");
}

// The texts of a part's own elements, with a sign between them.
function apart(part) {
  if (!part) return "";
  const own = [...part.childNodes].map((node) => (node.nodeType === Node.ELEMENT_NODE ? words(node) : node.nodeType === Node.TEXT_NODE ? node.data.trim() : ""));
  return own.filter(Boolean).join(BETWEEN);
}

// The text of a part, its elements apart, and its lines with a sign between them.
function words(part) {
  if (!part) return "";
  const read = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data;
    if (node.nodeType !== Node.ELEMENT_NODE || node.matches(UNREAD) || isHidden(node)) return "";
    if (node.tagName === "BR") return BETWEEN;
    const text = [...node.childNodes].map(read).join("");
    return WITHIN.test(node.tagName) ? text : ` ${text} `;
  };
  return read(part).replace(/\s+/g, " ").replace(/ ([.,;:!?)]|[。，；：、）])/g, "$1").trim();
}

// Text that stays in its place and is taken for nothing but text.
function escaped(text) {
  return text.replace(/[|\\`*_[\]<>#~!&]/g, "\\$&");
}

function save(text) {
  // Named after the model and the load.
  const [model, , load] = words(document.querySelector("button.summary")).split(" · ");
  const name = ["rightsize", ...`${model} ${load ?? ""}`.toLowerCase().split(/[^\p{L}\p{N}.]+/u)].filter(Boolean).join("-");
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/markdown;charset=utf-8" }));
  link.download = `${name}.md`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
