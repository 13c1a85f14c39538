import { type KeyboardEvent, type SyntheticEvent, useLayoutEffect, useRef, useState } from "react";
import { settingsPath } from "../../server/customers/paths.ts";

/**
 * Blocks with a view and an edit mode, of which one is open at a time (requirement 206). Without
 * scripts `?edit=` opens one and the page's own address closes it; `section` is the id to go to
 * then. Opening goes to the first field; Escape and Cancel go back to what opened the block.
 */
export function useEditing(first: string | undefined, section: string) {
  const ref = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(first);
  const [posted, setPosted] = useState(true);
  const before = useRef(open);
  useLayoutEffect(() => {
    if (before.current === open) return;
    const goal = open ? "form input:not([type=hidden],[hidden])" : `[data-opens="${before.current}"]`;
    ref.current?.querySelector<HTMLElement>(goal)?.focus();
    before.current = open;
  }, [open]);
  const close = () => {
    // The block or the message that the address named is done.
    if (location.search) history.replaceState(history.state, "", location.pathname);
    setOpen(undefined);
    setPosted(false);
  };
  const withDefaultPrevented = (act: () => void) => (event: SyntheticEvent) => {
    event.preventDefault();
    act();
  };
  return {
    open,
    /**
     * the first block has not been closed yet: the values and errors of a native post still apply
     */
    posted,
    close,
    box: {
      ref,
      role: "group",
      "aria-labelledby": section,
      tabIndex: -1,
      // Escape in a dialog closes only the dialog.
      onKeyDown: ({ key, target }: KeyboardEvent) =>
        key === "Escape" && open && !(target as Element).closest("dialog") && close(),
    },
    opener: (block: string) => ({
      // The address includes the path, since a form refused without scripts is answered under
      // another one.
      href: `${settingsPath}?edit=${block}#${section}`,
      "data-opens": block,
      onClick: withDefaultPrevented(() => setOpen(block)),
    }),
    cancel: { href: settingsPath, onClick: withDefaultPrevented(close) },
  };
}
