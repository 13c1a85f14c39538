import { useEffect } from "react";
import { fetchHtml } from "server-islands/html";
import { suggestionOptionsPath } from "../../server/catalog/paths.ts";

/**
 * The form in the page (views/layouts/search.hbs). It works without this island, and its field is
 * never rendered again.
 */
type SearchForm = HTMLFormElement & { q: HTMLInputElement; found: HTMLOutputElement };

/** ms after the last key press until suggestions are requested */
const pause = 150;

/**
 * Makes the search form an ARIA combobox. The field keeps the focus. When the field gets the focus
 * for the first time, the page shows the place of the list, which is still empty; the visible place
 * starts the island (views/layouts/search.hbs).
 */
export default function SearchBox() {
  useEffect(() => suggest(document.getElementById("suggestions") as HTMLElement), []);
  return null;
}

/**
 * Fills a list with suggestions for the field of the form around the list; returns a function that
 * stops this.
 */
export function suggest(list: HTMLElement): () => void {
  const { q: field, found } = list.closest("form") as SearchForm;
  const options = list.children as HTMLCollectionOf<HTMLElement>;
  let stale = new AbortController();
  // The index of the marked suggestion from 1; 0 is the field itself.
  let at = 0;

  const choose = (to: number) => {
    at = to;
    const active = options[at - 1];
    for (const option of options) option.setAttribute("aria-selected", `${option === active}`);
    field.setAttribute("aria-activedescendant", active?.id ?? "");
    active?.scrollIntoView({ block: "nearest" });
  };
  const show = (html?: string) => {
    if (html) list.innerHTML = html;
    else list.replaceChildren();
    const count = options.length;
    field.setAttribute("aria-expanded", `${count > 0}`);
    found.value = count ? `${count} suggestions` : "";
    choose(0);
  };
  const close = () => {
    stale.abort();
    show();
  };
  const look = () => {
    const text = field.value;
    if (!text[1]) return close();
    stale.abort();
    stale = new AbortController();
    const { signal } = stale;
    const ask = () =>
      fetchHtml(`${suggestionOptionsPath}?q=${encodeURIComponent(text)}`, { signal }).then(show, () => signal.aborted || show());
    setTimeout(ask, pause);
  };
  const press = (event: KeyboardEvent) => {
    const count = options.length;
    const { key } = event;
    const to = { ArrowDown: at + 1, ArrowUp: at + count, Home: at && 1, End: at && count }[key];
    if (key === "Escape") {
      if (!count) field.value = "";
      close();
    } else if (key === "Enter" && at) options[at - 1]?.click();
    else if (count && to) choose(to % (count + 1));
    else if (key === "ArrowDown") look();
    else return;
    event.preventDefault();
  };
  Object.assign(field, { oninput: look, onkeydown: press, onblur: close });
  // Otherwise the press would take the focus from the field, and the list would close before the
  // click.
  list.onmousedown = (event) => event.preventDefault();
  // Text may have been typed before the island was mounted.
  look();
  return close;
}

SearchBox.needsPage = true;
