// The calculator's side of embed.js: what it says to the page around it, and hears from it.
// boot.js loads this where the calculator is inside another page.
//
// `host=` in the link names the origin of that page: it alone is spoken to, and what comes
// from anybody else is not heard. Where none is named (a plain <iframe>), nobody is. Said:
//
//   { height, title }     how tall the page is, and its name
//   { report }            the answer, as the text of the page's own JSON file
//
// heard:
//
//   { view, question }    pairs of a link: how to look, and what is asked, or false where
//                         that stays as it is
//   { print: true }       every part is wanted

const root = document.documentElement;

// Those pairs of the link that say how the page is looked at.
const VIEW = /^(embed|host|height|lang|theme)=/;

// How long the page may rest before it is measured: a frame out of sight is not laid out,
// and no observer of sizes speaks there.
const REST = 100;

const pairs = () => location.hash.slice(1).split("&").filter(Boolean);

const host = originOf(pairs().find((pair) => pair.startsWith("host=")));

// How long the link takes to follow what is typed or chosen; another view asked for by then
// would undo it.
const FOLLOWED = 400;

// What was said last.
let size = "";
let reported = "";
let reporting = false;
// The question on the page, once its link says it.
let current = "";
// When something was typed or chosen.
let touched = -FOLLOWED;

if (host && parent !== window) {
  addEventListener("message", hear);
  addEventListener("rightsize:question", () => {
    current = asked();
    report();
  });
  for (const kind of ["input", "change", "click"]) addEventListener(kind, () => (touched = performance.now()), true);
  const measureSoon = later(measure);
  new ResizeObserver(measure).observe(root);
  new MutationObserver(measureSoon).observe(document.body, { childList: true, subtree: true, attributes: true });
  new MutationObserver(() => {
    measureSoon();
    report();
  }).observe(root, { attributeFilter: ["lang", "data-app", "data-simulated"] });
  measure();
}
// Other pages of ours are beside the one around this, not in its place.
const base = document.createElement("base");
base.target = "_blank";
document.head.append(base);

// An origin and nothing else; "" for a pair that holds none.
function originOf(pair) {
  try {
    const wanted = decodeURIComponent(pair.slice(5));
    const { origin, protocol } = new URL(wanted);
    return origin === wanted && /^https?:$/.test(protocol) ? wanted : "";
  } catch {
    return "";
  }
}

function say(message) {
  parent.postMessage(message, host);
}

function measure() {
  const height = Math.ceil(root.getBoundingClientRect().height);
  const { title } = document;
  if (size !== `${height} ${title}`) say({ height, title });
  size = `${height} ${title}`;
}

function later(act) {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(act, REST);
  };
}

function hear({ source, origin, data }) {
  if (source !== parent || origin !== host) return;
  if (data?.print) {
    // The page makes all its parts before it is printed.
    dispatchEvent(new Event("beforeprint"));
    measure();
  } else if (typeof data?.view === "string") {
    if (typeof data.question === "string") show(data.view, data.question);
    else setTimeout(() => show(data.view, asked()), touched + FOLLOWED - performance.now());
  }
}

// The link without the view.
function asked() {
  return pairs().filter((pair) => !VIEW.test(pair)).join("&");
}

// Another link: the page follows it without being loaded anew. Whom it speaks to stays.
function show(view, question) {
  const wanted = `${question}&${view}`.split("&").filter((pair) => pair && !pair.startsWith("host="));
  location.replace(`#${wanted.join("&")}&host=${encodeURIComponent(host)}`);
}

// Says the answer once it is simulated, and once for each question.
async function report() {
  if (reporting || root.dataset.simulated !== "yes" || current === reported) return;
  reporting = true;
  reported = current;
  const text = await written(current);
  if (text) say({ report: text });
  reporting = false;
  // It may have changed meanwhile.
  report();
}

// The page's own file of the answer, which the worker writes; "" where it cannot be had.
function written(question) {
  return new Promise((resolve) => {
    const worker = new Worker(new URL(root.dataset.worker, document.baseURI), { type: "module" });
    const done = (text) => {
      worker.terminate();
      resolve(text);
    };
    const link = `${location.href.split("#")[0]}#${question}`;
    worker.onerror = () => done("");
    worker.onmessage = ({ data }) => {
      if (data[0] === "ready") worker.postMessage(["write", "serving", "json", question, link, null]);
      else done(data[1]);
    };
  });
}
