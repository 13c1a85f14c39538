import { consumeReloadMark, setReloadMark } from "../ui/after-reload.ts";

const heading = "favourites";
const hearts = () => [...document.querySelectorAll<HTMLButtonElement>("main .heart")];

/**
 * Before the page is loaded anew without the cards of `gone`: what has the focus keeps it. After a
 * heart that goes it is the next one, after the last heart the one before, else the heading.
 */
export function keepHeartFocus(gone: readonly string[]): void {
  const all = hearts();
  const held = all.indexOf(document.activeElement as HTMLButtonElement);
  if (held < 0) return;
  const stays = ({ value }: HTMLButtonElement) => !gone.includes(value);
  const next = all.slice(held).find(stays) ?? all.slice(0, held).findLast(stays);
  setReloadMark(next?.value ?? heading);
}

/** Called when the page is there anew, and again when its cards are. */
export function restoreHeartFocus(): void {
  if (consumeReloadMark(heading)) document.querySelector("h1")?.focus();
  hearts()
    .find(({ value }) => consumeReloadMark(value))
    ?.focus();
}
