import { type RefObject, useLayoutEffect, useRef } from "react";
import { isFocusLost } from "./lost-focus.ts";

type FocusProps = { ref: RefObject<HTMLDivElement | null>; tabIndex: -1; onFocus(): void };

/**
 * Attributes for the element that gets the focus if a change of `ids` removed the focused element.
 */
export function useKeptFocus(ids: string): FocusProps {
  const ref = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  const before = useRef(ids);
  useLayoutEffect(() => {
    if (before.current !== ids && hadFocus.current && isFocusLost()) ref.current?.focus();
    before.current = ids;
  }, [ids]);
  const onFocus = () => {
    hadFocus.current = true;
  };
  return { ref, tabIndex: -1, onFocus };
}

/** The ids of the shown items, as one text. */
export const idsOf = (things: readonly { id: string }[] | undefined): string => String(things?.map(({ id }) => id));
