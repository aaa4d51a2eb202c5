// Saves the chart around a button as a picture that stands alone: SVG, or PNG made of it.
// boot.js loads this when somebody asks for it, so that no first visit pays for it.
//
// The marks are those on the page, with what they look like written beside them: a file
// has no style sheet. Always light, as paper is, whatever the page's colours are.

const SVG = "http://www.w3.org/2000/svg";

// Space around the drawing; words at its edges may reach into it.
const MARGIN = 16;

// Pixels of a PNG for each of the page.
const SCALE = 2;

// What is written beside a mark, where it is not what SVG takes for granted.
const LOOKS = {
  fill: "#000000",
  stroke: "none",
  "stroke-width": "1",
  "stroke-dasharray": "none",
  "stroke-linejoin": "miter",
  opacity: "1",
  "paint-order": "normal",
  "shape-rendering": "auto",
  "font-size": "",
  "font-weight": "400",
};

// Saves the chart that `button` stands in, in the format it names.
export async function run(button) {
  const figure = button.closest("figure");
  const title = figure.getAttribute("aria-label");
  const drawn = figure.querySelector("svg.marks");
  if (!drawn) return;
  const picture = standalone(drawn, title, figure.querySelector("figcaption").textContent);
  const text = written(picture);
  const kind = button.dataset.kind;
  const blob = kind === "png" ? await painted(picture, text) : new Blob([text], { type: "image/svg+xml" });
  offer(blob, `${named(title)}.${kind}`);
}

// The drawing as an element that needs nothing else.
function standalone(drawn, title, caption) {
  const { width, height } = drawn.viewBox.baseVal;
  const picture = add(null, "svg", {
    width: width + 2 * MARGIN,
    height: height + 2 * MARGIN,
    viewBox: [-MARGIN, -MARGIN, width + 2 * MARGIN, height + 2 * MARGIN].join(" "),
    role: "img",
    lang: document.documentElement.lang,
    "font-family": "system-ui, sans-serif",
  });
  add(picture, "title").textContent = title;
  add(picture, "desc").textContent = caption;
  // A copy in its place, for as long as it is looked at: there it has its style, and may be
  // light where the page is dark. Nothing of it is painted.
  const copy = drawn.parentNode.appendChild(drawn.cloneNode(true));
  copy.style.colorScheme = "light";
  try {
    const colours = new Map();
    const plain = (value) => {
      if (!colours.has(value)) colours.set(value, colour(value, copy));
      return colours.get(value);
    };
    const fill = plain(getComputedStyle(copy).getPropertyValue("--card"));
    add(picture, "rect", { x: -MARGIN, y: -MARGIN, width: width + 2 * MARGIN, height: height + 2 * MARGIN, fill });
    for (const mark of copy.querySelectorAll("g > *")) {
      const same = picture.appendChild(mark.cloneNode(true));
      same.removeAttribute("class");
      dress(same, mark, plain);
    }
  } finally {
    copy.remove();
  }
  return picture;
}

function dress(same, mark, plain) {
  const style = getComputedStyle(mark);
  for (const [name, initial] of Object.entries(LOOKS)) {
    const is = style.getPropertyValue(name);
    const value = name === "fill" || name === "stroke" ? plain(is) : is.replace(/px\b/g, "");
    const ofText = name.startsWith("font");
    if (value !== initial && (!ofText || mark.localName === "text")) same.setAttribute(name, value);
  }
}

// A colour as every reader of SVG knows it, whatever the style sheet mixes it from, as it
// is within `place`.
function colour(value, place) {
  if (value === "none") return value;
  const probe = document.createElement("span");
  probe.style.color = value;
  place.appendChild(probe);
  const resolved = getComputedStyle(probe).color;
  probe.remove();
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const brush = canvas.getContext("2d");
  brush.fillStyle = resolved;
  brush.fillRect(0, 0, 1, 1);
  const [red, green, blue] = brush.getImageData(0, 0, 1, 1).data;
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

// As XML, which knows no control characters.
function written(picture) {
  const text = new XMLSerializer().serializeToString(picture);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")}\n`;
}

async function painted(picture, text) {
  const image = new Image();
  // An address that holds the picture; the policy allows no other.
  image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.getAttribute("width") * SCALE);
  canvas.height = Math.round(picture.getAttribute("height") * SCALE);
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  if (!blob) throw new Error("no picture");
  return blob;
}

function offer(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

// A title as the name of a file.
function named(title) {
  return ["rightsize", ...title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []].join("-").slice(0, 80);
}

function add(parent, tag, attributes = {}) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  parent?.appendChild(element);
  return element;
}
