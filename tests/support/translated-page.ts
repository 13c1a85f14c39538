import { options } from "preact";

// Rewrites the output of live islands as Chrome's translator does: an element replaces each text,
// so the framework's text node is no longer in the page. Only elements with `translate="no"` stay.

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

// happy-dom lacks this property, which browsers have and frameworks set.
Object.defineProperty(HTMLElement.prototype, "translate", {
  configurable: true,
  get(this: HTMLElement) {
    return this.getAttribute("translate") !== "no";
  },
  set(this: HTMLElement, isTranslated: boolean) {
    this.setAttribute("translate", isTranslated ? "yes" : "no");
  },
});
