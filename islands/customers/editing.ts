import { type KeyboardEvent, type SyntheticEvent, useLayoutEffect, useRef, useState } from "react";
import { settingsPath } from "../../server/customers/paths.ts";

/**
 * Blocks with a view and an edit mode; at most one is open at a time (requirement 206). Without
 * scripts the query `?edit=` opens a block, and the page's address without a query closes it.
 * `section` is the id of the element that labels the blocks; the address that opens a block leads
 * to this element. Opening focuses the first field; Escape and Cancel return the focus to the
 * control that opened the block.
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
    // Removes the query from the address: the block or the message that it asked for is closed now.
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
    /** true until the first block is closed: the values and errors of a native post still apply */
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
      // The address includes the path: after the shop has refused a form without scripts, this page
      // is shown at the form's path.
      href: `${settingsPath}?edit=${block}#${section}`,
      "data-opens": block,
      onClick: withDefaultPrevented(() => setOpen(block)),
    }),
    cancel: { href: settingsPath, onClick: withDefaultPrevented(close) },
  };
}
