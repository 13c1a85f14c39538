import { useEffect, useRef } from "react";
import { removeAllDrafts } from "../stores/staff-drafts.ts";
import type { ShortcutsProps } from "./shortcuts.props.ts";

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable], dialog *");

/** Moves the focus to the link of the list's next or previous row. */
function moveInList(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>(".list tbody tr")].flatMap(
    (row) => row.querySelector<HTMLElement>("a") ?? [],
  );
  const at = links.indexOf(document.activeElement as HTMLElement);
  links[at < 0 && step < 0 ? links.length - 1 : at + step]?.focus();
}

/** Closes the panels of a list that are open, but not the one around `target`. */
function closePanels(target: EventTarget | null): void {
  for (const panel of document.querySelectorAll<HTMLDetailsElement>(".list-tool[open]"))
    if (!panel.contains(target as Node)) panel.open = false;
}

/** Closes the panel that has the focus, and gives the focus back to its summary. */
function leavePanel(): void {
  document.activeElement?.closest(".list-tool")?.querySelector("summary")?.focus();
  closePanels(null);
}

/**
 * `/` searches, `?` lists the shortcuts, `g` and a letter open a screen, `j` and `k` move through a
 * list. No shortcut works while typing. Escape, or a press elsewhere, closes a list's panel.
 */
export default function Shortcuts({ screens, signOut }: ShortcutsProps) {
  const fold = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    let isGoing = false;
    const show = () => {
      if (!fold.current) return;
      fold.current.open = true;
      fold.current.scrollIntoView();
      fold.current.querySelector("summary")?.focus();
    };
    const keys: Readonly<Record<string, () => void>> = {
      "/": () => document.querySelector<HTMLElement>("#staff-q")?.focus(),
      "?": show,
      j: () => moveInList(1),
      k: () => moveInList(-1),
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      if (key === "Escape") leavePanel();
      if (ctrlKey || metaKey || altKey || event.defaultPrevented || isTyping(target)) return;
      const screen = isGoing ? screens.find((one) => one.key === key) : undefined;
      isGoing = !isGoing && key === "g";
      if (screen) location.assign(screen.href);
      else if (!keys[key]) return;
      else keys[key]();
      event.preventDefault();
    };
    const onSubmit = ({ target }: SubmitEvent) => {
      if (target instanceof HTMLFormElement && target.getAttribute("action") === signOut) removeAllDrafts();
    };
    const onPointerDown = ({ target }: PointerEvent) => closePanels(target);
    addEventListener("keydown", onKeyDown);
    addEventListener("pointerdown", onPointerDown);
    document.addEventListener("submit", onSubmit);
    return () => {
      removeEventListener("keydown", onKeyDown);
      removeEventListener("pointerdown", onPointerDown);
      document.removeEventListener("submit", onSubmit);
    };
  }, [screens, signOut]);
  return (
    <details className="shortcuts" ref={fold}>
      <summary>Keyboard shortcuts</summary>
      <ul>
        <li>
          <kbd>/</kbd> Search
        </li>
        <li>
          <kbd>?</kbd> These shortcuts
        </li>
        <li>
          <kbd>j</kbd> <kbd>k</kbd> Next and previous in a list
        </li>
        {screens.map(({ key, name }) => (
          <li key={key}>
            <kbd>g</kbd> <kbd>{key}</kbd> {name}
          </li>
        ))}
      </ul>
    </details>
  );
}
