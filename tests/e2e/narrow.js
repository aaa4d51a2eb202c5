// Obstacles for a reader of a narrow page, in words; nothing where all is well. Runs in the page.
export function losses() {
  const found = [];
  const named = (element) => {
    const text = (element.getAttribute("aria-label") ?? element.textContent).trim().replace(/\s+/g, " ").slice(0, 40);
    return `${element.localName}.${element.getAttribute("class") ?? ""} “${text}”`;
  };
  // Nothing changes meanwhile, and every element is asked about by all that are in it.
  const styles = new Map();
  const style = (element) => {
    if (!styles.has(element)) {
      const { overflowX, position, top, bottom, pointerEvents, display, transitionDuration, animationName, animationDuration, scrollBehavior } = getComputedStyle(element);
      styles.set(element, { overflowX, position, top, bottom, pointerEvents, display, transitionDuration, animationName, animationDuration, scrollBehavior });
    }
    return styles.get(element);
  };
  const modal = document.querySelector("dialog[open], .question-body.over");
  const all = [...(modal ?? document.body).querySelectorAll("*")].filter(
    (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest(".unseen, .skip, noscript, script"),
  );
  const scroller = (element) => {
    let around = element.parentElement;
    while (around && !/auto|scroll/.test(style(around).overflowX)) around = around.parentElement;
    return around;
  };

  // Nothing is cut off, nothing needs scrolling in two directions but tables, charts and code.
  const wide = document.scrollingElement.scrollWidth - innerWidth;
  if (wide > 0) found.push(`the page is ${wide} px too wide`);
  for (const element of all.filter((element) => !element.closest("svg"))) {
    const { left, right, width } = element.getBoundingClientRect();
    if (width && (right > innerWidth + 1 || left < -1) && !scroller(element)) found.push(`outside: ${named(element)}`);
    const cut = /hidden|clip/.test(style(element).overflowX) && element.scrollWidth > element.clientWidth + 1;
    // A field keeps all that is typed into it.
    if (cut && element.clientWidth && element.localName !== "input") found.push(`cut off: ${named(element)}`);
  }

  // No words over others, as far as both are seen; parts that float above the page may cover it.
  const floats = (element) => element.closest("dialog, .question-body.over, [popover], .finds, .tooltip") ?? null;
  const stays = (element) => {
    for (let at = element; at; at = at.parentElement) if (/fixed|sticky/.test(style(at).position)) return true;
    return false;
  };
  const seen = (box, element) => {
    let { left, top, right, bottom } = box;
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      if (style(at).overflowX === "visible") continue;
      const frame = at.getBoundingClientRect();
      [left, top] = [Math.max(left, frame.left), Math.max(top, frame.top)];
      [right, bottom] = [Math.min(right, frame.right), Math.min(bottom, frame.bottom)];
    }
    return { left, top, right, bottom };
  };
  const words = [];
  const shown = new Set(all);
  const walker = document.createTreeWalker(modal ?? document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { currentNode: text } = walker;
    const element = text.parentElement;
    if (!text.data.trim() || !shown.has(element) || element.closest("option, textarea") || floats(element) !== modal || !modal && stays(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const line of range.getClientRects()) {
      const box = seen(line, element);
      if (box.right - box.left > 1 && box.bottom - box.top > 1) words.push({ ...box, element, text: text.data.trim().slice(0, 30) });
    }
  }
  words.sort((one, other) => one.top - other.top);
  for (const [at, one] of words.entries()) {
    for (const other of words.slice(at + 1)) {
      if (other.top >= one.bottom) break;
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const down = one.bottom - other.top;
      if (one.element !== other.element && across > 2 && down > 0.4 * (one.bottom - one.top)) {
        found.push(`“${one.text}” over “${other.text}”`);
      }
    }
  }

  // Sticky parts leave the better part of the page to the text.
  const sticks = (element) => {
    const { position, top, bottom, pointerEvents } = style(element);
    return (position === "fixed" || position === "sticky" && `${top}${bottom}` !== "autoauto") && pointerEvents !== "none";
  };
  const staying = all.filter((element) => sticks(element) && !element.matches("th, td, dialog, [popover]"));
  const height = staying.reduce((sum, element) => sum + element.getBoundingClientRect().height, 0);
  if (height > 0.4 * innerHeight) found.push(`${height} px stay in sight: ${staying.map(named)}`);

  // Headings: one names the page, and none skips a level.
  const levels = all.filter((element) => /^h[1-6]$/.test(element.localName)).map((heading) => Number(heading.localName[1]));
  const hidden = document.querySelector("h1.unseen") ? 1 : 0;
  let above = modal ? 1 : hidden;
  for (const level of levels) {
    if (level > above + 1) found.push(`a heading of level ${level} below one of ${above}`);
    above = level;
  }
  if (!modal && hidden + levels.filter((level) => level === 1).length < 1) found.push("no heading names the page");

  // Press targets are large enough for a finger: WCAG 2.2, 2.5.8. Links in a sentence are as high
  // as it is.
  const pressed = "a[href], button, input, select, textarea, summary, [role=slider], [role=option]";
  for (const element of all.filter((element) => element.matches(pressed))) {
    if (element.localName === "a" && style(element).display === "inline" && element.parentElement.textContent.trim() !== element.textContent.trim()) continue;
    const boxes = [element, ...(element.labels ?? [])].map((one) => one.getBoundingClientRect());
    const [width, height] = ["width", "height"].map((side) => Math.max(...boxes.map((box) => box[side])));
    // A day's hours share the width of the page.
    if (height < 23.5 || width < 23.5 && !element.closest(".drawn-hours")) found.push(`small: ${named(element)}, ${Math.round(width)} × ${Math.round(height)}`);
  }

  // Charts have a name and their figures as a table.
  for (const figure of all.filter((element) => element.localName === "figure")) {
    const plot = figure.querySelector("[role=slider], [role=img]");
    if (plot && !plot.getAttribute("aria-label") && !plot.getAttribute("aria-labelledby")) found.push(`a chart without a name: ${named(figure)}`);
    if (!figure.querySelector("table tbody tr, .chart-empty")) found.push(`a chart without a table: ${named(figure)}`);
  }

  // Nothing moves for those who want it still.
  for (const element of all) {
    const { transitionDuration, animationName, animationDuration, scrollBehavior } = style(element);
    const lasts = (durations) => durations.split(",").some((duration) => Number.parseFloat(duration) > 0.01);
    if (lasts(transitionDuration) || animationName !== "none" && lasts(animationDuration) || scrollBehavior === "smooth") found.push(`moves: ${named(element)}`);
  }
  return found;
}
