import { fetchHtml } from "server-islands/html";
import { unreachableText } from "../call.ts";
import { dismissErrors, toast } from "../stores/toasts.ts";

// What identifies a control in both versions of the page.
const marks = ["type", "name", "value", "href", "textContent"] as const;
type Marked = HTMLElement & { [mark in (typeof marks)[number]]?: string | null };

/** The counterpart of `old` after a swap; itself where it was not replaced. */
const counterpartOf = (old: Marked): HTMLElement | undefined =>
  old.isConnected
    ? old
    : [...document.querySelectorAll<Marked>(old.localName)].find((each) => marks.every((mark) => each[mark] === old[mark]));

/** `fetch` itself failed: there is no network. */
function offline(error: unknown): undefined {
  if (!(error instanceof TypeError)) throw error;
}

const topOf = (el: Element) => el.getBoundingClientRect().top;

/**
 * Handles links and forms of `main` with the page's own path, back and forward between them:
 * `parts` of the answer replace the page's own. History, scrolling and concurrent presses are the
 * browser's (Navigation API). `parts` is a selector that finds as many elements on every such page;
 * in the last one an element with tabindex -1 is the top, which page links focus. Where the shop
 * cannot be reached the page stays, with its address, and `follow` restores the pressed control;
 * any other failure falls back to the navigation. `follow` is called after each swap too. Returns
 * what ends it; undefined where links and forms work natively: without the Navigation API, and
 * where its event does not name the pressed element.
 */
export function swapParts(parts: string, follow: (swapped: boolean) => void): (() => void) | undefined {
  if (!("sourceElement" in (self.NavigateEvent?.prototype ?? {}))) return undefined;
  const { navigation } = self;
  const find = (within: ParentNode) => [...within.querySelectorAll<HTMLElement>(parts)];
  // The address of what the page shows.
  let shown = location.href;

  async function show(event: NavigateEvent, isBack: boolean): Promise<void> {
    const { signal, sourceElement } = event;
    const old = find(document);
    const last = old.at(-1) as HTMLElement;
    last.ariaBusy = "true";
    try {
      const html = await fetchHtml(event.destination.url, { signal, redirect: "manual" }).catch(offline);
      if (!html) return stay(isBack, last);
      const fresh = find(new DOMParser().parseFromString(html, "text/html"));
      // Throws where a part is missing, before anything is changed.
      const top = (fresh[old.length - 1] as HTMLElement).querySelector<HTMLElement>("[tabindex='-1']");
      const held = document.activeElement as HTMLElement;
      const height = topOf(held);
      const heads = [...document.querySelectorAll("summary")];
      old.forEach((part, at) => {
        part.replaceWith(fresh[at] as HTMLElement);
      });
      dismissErrors();
      follow(true);
      for (const head of heads) {
        const fold = counterpartOf(head)?.parentElement as HTMLDetailsElement;
        if (fold) fold.open = (head.parentElement as HTMLDetailsElement).open;
      }
      const counterpart = counterpartOf(held);
      (counterpart || top)?.focus({ preventScroll: true });
      if (isBack) event.scroll();
      else if (sourceElement?.closest("nav")) top?.scrollIntoView();
      // Content above it may have another height: the pressed control stays at its place on the
      // screen.
      else if (counterpart) (counterpart.closest("dialog .scrolls") || self).scrollBy(0, topOf(counterpart) - height);
    } catch {
      if (!signal.aborted) location.reload();
      // Stopped by the shopper, not replaced by another navigation.
      else if (!navigation.transition) last.ariaBusy = null;
    }
  }

  function stay(isBack: boolean, last: HTMLElement): void {
    last.ariaBusy = null;
    if (!isBack) history.replaceState(history.state, "", shown);
    follow(false);
    toast("error", unreachableText);
  }

  navigation.onnavigate = (event) => {
    const isBack = event.navigationType === "traverse";
    if (!event.canIntercept || event.hashChange || !(isBack || event.sourceElement?.closest("main"))) return;
    if (new URL(event.destination.url).pathname !== location.pathname) return;
    if (!find(document).at(-1)?.ariaBusy) shown = location.href;
    event.intercept({ handler: () => show(event, isBack), focusReset: "manual", scroll: "manual" });
  };
  return () => {
    navigation.onnavigate = null;
  };
}
