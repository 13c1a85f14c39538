import { type RefObject, useEffect } from "react";

/**
 * Closes a modal dialog when its backdrop is pressed, also in browsers without `closedby` (Safari).
 */
export function useBackdrop(ref: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const dialog = ref.current;
    const close = ({ target, clientX, clientY }: MouseEvent) => {
      if (target !== dialog || !dialog) return;
      const { left, right, top, bottom } = dialog.getBoundingClientRect();
      if (clientX < left || clientX > right || clientY < top || clientY > bottom) dialog.close();
    };
    dialog?.addEventListener("click", close);
    return () => dialog?.removeEventListener("click", close);
  });
}
