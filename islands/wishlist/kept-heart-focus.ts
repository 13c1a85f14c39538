import { consumeReloadMark, setReloadMark } from "../ui/after-reload.ts";

const heading = "favourites";
const hearts = () => [...document.querySelectorAll<HTMLButtonElement>("main .heart")];

/**
 * Keeps the focus across a reload that removes the cards of `removedIds`. If the focused heart is
 * removed, the next heart gets the focus, else the previous heart, else the heading.
 */
export function keepHeartFocus(removedIds: readonly string[]): void {
  const all = hearts();
  const focusedIndex = all.indexOf(document.activeElement as HTMLButtonElement);
  if (focusedIndex < 0) return;
  const stays = ({ value }: HTMLButtonElement) => !removedIds.includes(value);
  const next = all.slice(focusedIndex).find(stays) ?? all.slice(0, focusedIndex).findLast(stays);
  setReloadMark(next?.value ?? heading);
}

/** Restores the focus; called after the reload, and again once the cards are there. */
export function restoreHeartFocus(): void {
  if (consumeReloadMark(heading)) document.querySelector("h1")?.focus();
  hearts()
    .find(({ value }) => consumeReloadMark(value))
    ?.focus();
}
