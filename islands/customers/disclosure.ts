import { type RefObject, useLayoutEffect, useRef, useState } from "react";

type Mode = "asleep" | "view" | "edit";

type Fold = {
  mode: Mode;
  /** the part of the screen that a native `<details>` opens without scripts */
  fold: RefObject<HTMLDetailsElement | null>;
  /** the button that opens the part after hydration, and gets the focus back */
  opener: RefObject<HTMLButtonElement | null>;
  edit(): void;
  view(): void;
};

/**
 * View and edit mode of one part of a screen. Until hydration the fold is a native `<details>`; if
 * it is open by then, it stays open.
 */
export function useDisclosure(): Fold {
  const fold = useRef<HTMLDetailsElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const [mode, setMode] = useState<Mode>("asleep");
  const before = useRef(mode);
  useLayoutEffect(() => {
    const was = before.current;
    before.current = mode;
    if (mode === "asleep") return setMode(fold.current?.open ? "edit" : "view");
    // The fold's own summary may have had the focus, which the first render removes.
    const hadFocus = was === "edit" || fold.current?.contains(document.activeElement);
    if (mode === "view" && hadFocus) opener.current?.focus();
    if (mode === "edit" && was === "view") fold.current?.querySelector<HTMLElement>("input:not([type=hidden]),select")?.focus();
  }, [mode]);
  return { mode, fold, opener, edit: () => setMode("edit"), view: () => setMode("view") };
}
