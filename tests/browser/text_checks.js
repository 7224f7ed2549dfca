// What test_larger_text.py asks a page: does larger text fit, and can everything be tapped?
// Given is cutOff of page_checks.py; then the size of the text in percent and the window's width.
(cutOff) => ([size, room]) => {
  const CONTROLS = "a[href], button, input:not([type=hidden]), select, textarea, summary";
  const HEARD_ONLY = ".visually-hidden, [aria-hidden=true], .skip";
  const WORDS = /[\p{L}\p{M}\p{N}]+/gu;

  const { dataset, style } = document.documentElement;
  style.fontSize = "";
  delete dataset.text;
  if (size === 130) dataset.text = "large"; // the site's own larger text
  else style.fontSize = `${size}%`;
  // A menu covers what lies below it while it is open, and so does a sheet at the live table.
  const covering = ":is([data-looks], .live-crib, .sheet, :has(> .live__panel))";
  for (const fold of document.querySelectorAll(`details:not(${covering})`)) fold.open = true;

  const seen = (element) =>
    !element.closest(HEARD_ONLY) && element.checkVisibility({ visibilityProperty: true });
  const named = (element) =>
    `${element.outerHTML.slice(0, 100)}… (${(element.innerText ?? "").trim().slice(0, 30)})`;

  // Too wide, and the first thing that sticks out with nothing in it that does.
  const tooWide = () => {
    const width = document.documentElement.scrollWidth;
    if (width <= room) return [];
    const out = (element) => {
      if (element.closest(HEARD_ONLY)) return false;
      const { left, right } = element.getBoundingClientRect();
      return Math.max(right, left + (element.clientWidth && element.scrollWidth)) > room + 0.5;
    };
    const first = [...document.querySelectorAll("body *")]
      .find((element) => out(element) && ![...element.children].some(out));
    return [`is ${width} px wide${first ? ` because of ${named(first)}` : ""}`];
  };

  // Words whose first and last letter stand on different lines. A line may end at a hyphen.
  const broken = (element) => {
    const found = [];
    const range = document.createRange();
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      if (text.parentElement.closest(HEARD_ONLY)) continue;
      for (const { 0: word, index } of text.data.matchAll(WORDS)) {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = [...range.getClientRects()];
        if (lines.length > 1 && lines.at(-1).top > lines[0].bottom - 2) found.push(word);
      }
    }
    return found;
  };
  const brokenWords = () =>
    [...document.querySelectorAll("h1, h2, h3, h4, .button")].filter(seen).flatMap((element) =>
      broken(element).map((word) => `breaks “${word}” in ${named(element)}`));

  // What lies where a thumb would press it? A field may stand within its label, a word within a link.
  const coveredBy = (control) => {
    control.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const box = [...control.getClientRects()].find(({ width, height }) => width > 2 && height > 2);
    if (!box) return null;
    const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    if (!hit) return document.documentElement; // out of the window
    const belongs = [control, ...(control.labels ?? [])].some((own) => own.contains(hit));
    return belongs || hit.contains(control) ? null : hit;
  };
  const covered = () =>
    [...document.querySelectorAll(CONTROLS)]
      .filter((control) => seen(control) && getComputedStyle(control).pointerEvents !== "none")
      .map((control) => ({ control, over: coveredBy(control) }))
      .filter(({ over }) => over)
      .map(({ control, over }) => `covers ${named(control)} with ${named(over)}`);

  const found = [...tooWide(), ...cutOff(), ...brokenWords(), ...covered()];
  window.scrollTo(0, 0);
  return found.map((fault) => `at ${size} % and ${room} px ${fault}`);
}
