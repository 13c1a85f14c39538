import { useStore } from "@nanostores/react";
import { useLayoutEffect, useRef } from "react";
import { $drawer } from "../stores/drawer.ts";
import { $overlay } from "../stores/overlay.ts";
import { ToastList } from "./toast-list.tsx";

/**
 * The corner for toasts. While the cart drawer is open, the drawer shows the toasts, since
 * everything else is inert.
 */
export default function Toasts() {
  const corner = useRef<HTMLDivElement>(null);
  const inDrawer = useStore($drawer, { ssr: "initial" });
  const covered = useStore($overlay, { ssr: "initial" }).length > 0;
  useLayoutEffect(() => moveToTop(corner.current, covered), [covered]);
  useLayoutEffect(showPresses, []);
  return (
    <div className="toasts" ref={corner} popover="manual" role="status" aria-live="polite">
      {inDrawer || <ToastList />}
    </div>
  );
}

/**
 * Shows the toasts above an overlay. The element that entered the top layer last is the highest, so
 * the corner leaves the layer and enters it again. A browser without popovers shows toasts below
 * the overlay.
 */
function moveToTop(corner: HTMLDivElement | null, above: boolean): void {
  if (above) corner?.togglePopover?.(false);
  corner?.togglePopover?.(true);
}

/** Safari on iOS draws `:active` only in a page that listens for touches. */
function showPresses(): void {
  window.ontouchstart = () => {};
}
