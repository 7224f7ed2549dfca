// What page_checks.py serves beside axe: one call for many checks, for each call is a wait.
// The slow rules look only where something can be found: contrast at one text of each look (colour,
// size, weight, the grounds under it), the size of targets where two overlap or one is small.
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];
const QUIETLY = { resultTypes: ["violations"], preload: false, selectors: false };
const TARGETS = "a[href], button, input, select, textarea, summary, [tabindex], [contenteditable]";
const SMALL = 24; // px (WCAG 2.2: 2.5.8)
axe.configure({
  rules: [
    { id: "color-contrast", selector: "[data-fresh]" },
    { id: "link-in-text-block", selector: "a[href][data-fresh]" },
    { id: "target-size", selector: "[data-doubtful]", enabled: true }, // left out unless asked for
  ],
});

const sheet = (rules) => {
  const made = new CSSStyleSheet();
  made.replaceSync(rules);
  return made;
};
// Text as far apart as somebody may need it (WCAG 2.2: 1.4.12).
const SPACED = sheet(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important; } p { margin-block-end: 2em !important; }`);
// What is asked only after another answer is looked at as well. A bar that follows the scrolling
// covers something wherever the page stands, so it does not follow here.
const ANSWERED = sheet(`.when, .ending, .tick__more, .wish, .when-one, .when-four, .when-suggested,
  .when-drawn, .when-piles { display: revert !important; } .deck-bar { position: static !important; }`);

const measured = (room) => {
  const width = document.documentElement.scrollWidth;
  return [...(width > room ? [`is ${width} px wide`] : []), ...cutOff()];
};

// Gold is the next step, and there is one; in the colours of seats a button asks who it is.
const steps = () => {
  const gold = [...document.querySelectorAll(".button--large:not([data-colour])")];
  const seen = gold.filter((button) => button.checkVisibility()).length;
  return seen > 1 ? [`has ${seen} next steps`] : [];
};

// Spread the words out, then unfold all there is: what is too wide, and what is cut off?
window.measure = ([room, language]) => {
  const { lang } = document.documentElement;
  const several = steps();
  document.adoptedStyleSheets = [SPACED];
  const spaced = measured(room).map((fault) => `(spaced) ${fault}`);
  document.adoptedStyleSheets = [ANSWERED];
  // A menu covers what lies below it while it is open.
  for (const fold of document.querySelectorAll("details:not([data-looks])")) fold.open = true;
  const speech = lang === language ? [] : [`speaks ${lang}`];
  return [...speech, ...several, ...spaced, ...measured(room)];
};

const markDoubtful = () => {
  const targets = [...document.querySelectorAll(TARGETS)]
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    .filter(({ box }) => box.width && box.height);
  const overlap = (one, other) =>
    one.left < other.right && other.left < one.right &&
    one.top < other.bottom && other.top < one.bottom;
  for (const { element, box } of targets)
    element.toggleAttribute("data-doubtful", box.width < SMALL || box.height < SMALL ||
      targets.some((other) => other.element !== element && overlap(box, other.box)));
};

const markFresh = (seen) => {
  for (const element of document.querySelectorAll("[data-fresh]"))
    element.removeAttribute("data-fresh");
  const known = new Set(seen);
  const grounds = new Map([[null, ""]]);
  const under = (element) => {
    if (!grounds.has(element)) {
      const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(element);
      const bare = backgroundColor === "rgba(0, 0, 0, 0)" && backgroundImage === "none";
      const over = position === "fixed" || position === "sticky" ? position : "";
      const own = bare && opacity === "1" && !over ? "" : `${backgroundColor} ${opacity} ${over}/`;
      grounds.set(element, own + under(element.parentElement));
    }
    return grounds.get(element);
  };
  const look = (element) => {
    const { color, fontSize, fontWeight, textDecorationLine } = getComputedStyle(element);
    const around = element.tagName === "A" ? getComputedStyle(element.parentElement).color : "";
    return [color, fontSize, fontWeight, textDecorationLine, around, under(element)].join(" ");
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, (node) =>
    node.data.trim() ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT);
  const found = new Set(document.querySelectorAll("input, select, textarea"));
  while (texts.nextNode()) found.add(texts.currentNode.parentElement);
  const fresh = [];
  for (const element of found) {
    if (element.closest("svg, template, script, .visually-hidden")) continue;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    const key = look(element);
    if (known.has(key)) continue;
    known.add(key);
    fresh.push(key);
    element.toggleAttribute("data-fresh", true);
  }
  return fresh;
};

const told = ({ violations }) => violations.map(({ id, help, nodes }) =>
  [`${id}: ${help}`, ...nodes.map(({ html, any }) => `${html} ${any[0]?.message}`)].join(" | "));

// Look at everything, in the theme the page is in; answer with the looks that were new, and faults.
window.checkAll = async (seen) => {
  markDoubtful();
  const fresh = markFresh(seen);
  return [fresh, told(await axe.run(QUIETLY))];
};

// Look at the colours alone, in the other theme.
window.checkColours = async (seen) => {
  const fresh = markFresh(seen);
  if (!fresh.length) return [fresh, []];
  const runOnly = { type: "rule", values: COLOUR_RULES };
  return [fresh, told(await axe.run("[data-fresh]", { ...QUIETLY, runOnly }))];
};
