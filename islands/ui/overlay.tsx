import { useStore } from "@nanostores/react";
import { useLayoutEffect, useRef } from "react";
import { $overlay } from "../stores/overlay.ts";

/**
 * What stands over the page while a call runs (acceptance 32–39). A modal dialog makes everything
 * else inert, is read out when the focus enters it, and gives the focus back. It follows the store
 * at once, not at the next drawing, so that whoever waited for the call finds the page free. Where
 * `closedby` is unknown a second press of Escape closes it whatever is said to the first: it opens
 * again.
 */
export default function Overlay() {
  const dialog = useRef<HTMLDialogElement>(null);
  const texts = useStore($overlay, { ssr: "initial" }).at(-1);
  useLayoutEffect(() => {
    const stopFollowing = $overlay.subscribe((running) => cover(dialog.current, running.length > 0));
    return () => {
      stopFollowing();
      cover(null, false);
    };
  }, []);
  return (
    <dialog
      className="overlay"
      ref={dialog}
      closedby="none"
      aria-labelledby="overlay-title"
      aria-describedby="overlay-message"
      onCancel={(event) => event.preventDefault()}
      onClose={() => $overlay.get().length > 0 && cover(dialog.current, true)}
    >
      <span className="spinner" />
      <h2 className="overlay__title" id="overlay-title">
        {texts?.title}
      </h2>
      <p className="overlay__message" id="overlay-message" role="status">
        {texts?.message}
      </p>
    </dialog>
  );
}

function cover(dialog: HTMLDialogElement | null, running: boolean): void {
  document.querySelector("main")?.setAttribute("aria-busy", String(running));
  if (running && !dialog?.open) dialog?.showModal();
  if (!running) dialog?.close();
}
