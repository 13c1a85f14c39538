import { options } from "preact";

// Wraps what live islands draw as Chrome's translator does: each text becomes an element, and the
// node that the framework knows is out of the page. Only what says `translate="no"` stays.

const untouched = "font,script,style,option,textarea,[translate=no]";

function translate(root: Node): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (!text.data.trim() || text.parentElement?.closest(untouched)) continue;
    const outer = document.createElement("font");
    outer.appendChild(document.createElement("font")).textContent = text.data;
    text.replaceWith(outer);
  }
}

const marked = options as typeof options & { translates?: true };
if (!marked.translates) {
  marked.translates = true;
  const { diffed } = options;
  let isDue = false;
  options.diffed = (vnode) => {
    diffed?.(vnode);
    if (isDue) return;
    isDue = true;
    void Promise.resolve().then(() => {
      isDue = false;
      for (const island of document.querySelectorAll("[data-island-alive]")) translate(island);
    });
  };
}

// The property that browsers have, and frameworks set.
Object.defineProperty(HTMLElement.prototype, "translate", {
  configurable: true,
  get(this: HTMLElement) {
    return this.getAttribute("translate") !== "no";
  },
  set(this: HTMLElement, isTranslated: boolean) {
    this.setAttribute("translate", isTranslated ? "yes" : "no");
  },
});
