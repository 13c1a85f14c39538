import { fetchHtml } from "server-islands/html";
import { unreachableText } from "../call.ts";
import { dismiss, type Toast, toast } from "../stores/toasts.ts";

// Attributes that identify a control in both versions of the page.
const marks = ["type", "name", "value", "href", "textContent"] as const;
type MarkedElement = HTMLElement & { [mark in (typeof marks)[number]]?: string | null };

/** The counterpart of `old` after a swap; `old` itself if it was not replaced. */
const counterpartOf = (old: MarkedElement): HTMLElement | undefined =>
  old.isConnected
    ? old
    : [...document.querySelectorAll<MarkedElement>(old.localName)].find((each) =>
        marks.every((mark) => each[mark] === old[mark]),
      );

/** Ignores an error of `fetch` itself: there is no network. Rethrows other errors. */
function offline(error: unknown): undefined {
  if (!(error instanceof TypeError)) throw error;
}

const topOf = (el: Element) => el.getBoundingClientRect().top;

/**
 * Handles links and forms of `main` that lead to the page's own path, and the browser's back and
 * forward between such pages: the elements that `parts` selects are replaced by those of the
 * answer. The browser handles history, scrolling and concurrent presses (Navigation API).
 *
 * `parts` is a selector that finds the same number of elements on every such page. The last of
 * these elements contains an element with tabindex -1, the top. A link in a `nav`, such as to
 * another page of a list, scrolls to the top; the top gets the focus if the focused element has no
 * counterpart.
 *
 * `follow` is called with true after each swap. If the shop cannot be reached, the page and its
 * address stay, and `follow` is called with false to restore the pressed control. After any other
 * failure the browser loads the page.
 *
 * Returns a function that stops this. Undefined if links and forms work natively: the browser lacks
 * the Navigation API, or its event does not name the pressed element.
 */
export function swapParts(parts: string, follow: (swapped: boolean) => void): (() => void) | undefined {
  if (!("sourceElement" in (self.NavigateEvent?.prototype ?? {}))) return undefined;
  const { navigation } = self;
  const find = (within: ParentNode) => [...within.querySelectorAll<HTMLElement>(parts)];
  // The address of the shown page.
  let shownAddress = location.href;
  let failure: Toast | undefined;

  async function show(event: NavigateEvent, isBack: boolean): Promise<void> {
    const { signal, sourceElement } = event;
    const old = find(document);
    const last = old.at(-1) as HTMLElement;
    last.ariaBusy = "true";
    try {
      const html = await fetchHtml(event.destination.url, { signal, redirect: "manual" }).catch(offline);
      if (!html) return stay(isBack, last);
      const fresh = find(new DOMParser().parseFromString(html, "text/html"));
      // Throws if a part is missing, before anything is changed.
      const top = (fresh[old.length - 1] as HTMLElement).querySelector<HTMLElement>("[tabindex='-1']");
      const focused = document.activeElement as HTMLElement;
      const height = topOf(focused);
      const heads = [...document.querySelectorAll("summary")];
      old.forEach((part, at) => {
        part.replaceWith(fresh[at] as HTMLElement);
      });
      if (failure) dismiss(failure);
      follow(true);
      for (const head of heads) {
        const fold = counterpartOf(head)?.parentElement as HTMLDetailsElement;
        if (fold) fold.open = (head.parentElement as HTMLDetailsElement).open;
      }
      const counterpart = counterpartOf(focused);
      (counterpart || top)?.focus({ preventScroll: true });
      if (isBack) event.scroll();
      else if (sourceElement?.closest("nav")) top?.scrollIntoView();
      // The content above the pressed control may have another height: scrolling keeps the
      // control's place on the screen.
      else if (counterpart) (counterpart.closest("dialog .scrolls") || self).scrollBy(0, topOf(counterpart) - height);
    } catch {
      if (!signal.aborted) location.reload();
      // The shopper stopped the navigation; no other navigation replaced it.
      else if (!navigation.transition) last.ariaBusy = null;
    }
  }

  function stay(isBack: boolean, last: HTMLElement): void {
    last.ariaBusy = null;
    if (!isBack) history.replaceState(history.state, "", shownAddress);
    follow(false);
    failure = toast("error", unreachableText);
  }

  navigation.onnavigate = (event) => {
    const isBack = event.navigationType === "traverse";
    if (!event.canIntercept || event.hashChange || !(isBack || event.sourceElement?.closest("main"))) return;
    if (new URL(event.destination.url).pathname !== location.pathname) return;
    if (!find(document).at(-1)?.ariaBusy) shownAddress = location.href;
    event.intercept({ handler: () => show(event, isBack), focusReset: "manual", scroll: "manual" });
  };
  return () => {
    navigation.onnavigate = null;
  };
}
