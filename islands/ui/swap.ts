import { fetchHtml } from "../runtime/trusted-html.ts";

// What tells a control from all others, in whichever version of the page it stands.
const marks = ["type", "name", "value", "href", "textContent"] as const;
type Marked = HTMLElement & { [mark in (typeof marks)[number]]?: string | null };

/** The element that stands where `old` stood before a swap; itself where it still stands. */
const counterpartOf = (old: Marked): HTMLElement | undefined =>
  old.isConnected
    ? old
    : [...document.querySelectorAll<Marked>(old.localName)].find((each) => marks.every((mark) => each[mark] === old[mark]));

const topOf = (el: Element) => el.getBoundingClientRect().top;

/**
 * Links and forms of `main` that lead to this very path, back and forward between them: `parts` of
 * the answer take the place of the page's own. History, scroll and presses that overtake each other
 * are the browser's business (Navigation API). `parts` is a selector that finds as many elements on
 * every such page; in the last one an element with tabindex -1 is the top, where a page link leads.
 * Whatever goes wrong ends in the navigation that was asked for. Lasts until
 * `navigation.onnavigate` is another.
 */
export function swapParts(parts: string, swapped: () => void): void {
  const find = (within: ParentNode) => [...within.querySelectorAll<HTMLElement>(parts)];

  async function show(event: NavigateEvent, isBack: boolean): Promise<void> {
    const { signal, sourceElement } = event;
    const old = find(document);
    const last = old.at(-1) as HTMLElement;
    last.ariaBusy = "true";
    try {
      const html = await fetchHtml(event.destination.url, { signal, redirect: "error" });
      const fresh = find(new DOMParser().parseFromString(html, "text/html"));
      // Throws where a part is missing, before anything is touched.
      const top = (fresh[old.length - 1] as HTMLElement).querySelector<HTMLElement>("[tabindex='-1']");
      const held = document.activeElement as HTMLElement;
      const height = topOf(held);
      const heads = [...document.querySelectorAll("summary")];
      old.forEach((part, at) => {
        part.replaceWith(fresh[at] as HTMLElement);
      });
      swapped();
      for (const head of heads) {
        const fold = counterpartOf(head)?.parentElement as HTMLDetailsElement;
        if (fold) fold.open = (head.parentElement as HTMLDetailsElement).open;
      }
      const counterpart = counterpartOf(held);
      (counterpart || top)?.focus({ preventScroll: true });
      if (isBack) event.scroll();
      else if (sourceElement?.closest("nav")) top?.scrollIntoView();
      // What was above it may be higher or gone: the pressed control stays under the finger.
      else if (counterpart) (counterpart.closest("dialog .scrolls") || self).scrollBy(0, topOf(counterpart) - height);
    } catch {
      if (!signal.aborted) location.reload();
      // Stopped by the shopper, not overtaken.
      else if (!navigation.transition) last.ariaBusy = null;
    }
  }

  navigation.onnavigate = (event) => {
    const isBack = event.navigationType === "traverse";
    if (!event.canIntercept || event.hashChange || !(isBack || event.sourceElement?.closest("main"))) return;
    if (new URL(event.destination.url).pathname !== location.pathname) return;
    event.intercept({ handler: () => show(event, isBack), focusReset: "manual", scroll: "manual" });
  };
}
