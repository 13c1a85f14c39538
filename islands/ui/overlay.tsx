import { useStore } from "@nanostores/react";
import { useLayoutEffect, useRef } from "react";
import { $overlay } from "../stores/overlay.ts";
import { markPageBusy } from "./page-busy.ts";

/**
 * Covers the page while a call runs (requirements 32–39). A modal dialog makes everything else
 * inert, is read out when it gets the focus, and returns the focus. It follows the store
 * synchronously, not at the next render, so that the page is usable as soon as the call ends. In
 * browsers without `closedby`, a second Escape always closes the dialog; it then opens again.
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
      {texts && (
        <h2 key={texts.title} className="overlay__title" id="overlay-title">
          {texts.title}
        </h2>
      )}
      <p className="overlay__message" id="overlay-message" role="status">
        {texts && <span key={texts.message}>{texts.message}</span>}
      </p>
    </dialog>
  );
}

function cover(dialog: HTMLDialogElement | null, running: boolean): void {
  markPageBusy(running);
  if (running && !dialog?.open) dialog?.showModal();
  if (!running) dialog?.close();
}
