import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { useBackdrop } from "./backdrop.ts";

type Props = {
  label: ReactNode;
  kind?: "secondary" | "link";
  /** title of the dialog, and prefix of its ids */
  title: string;
  id: string;
  /** label of the button that changes nothing */
  keep: string;
  /** the focus starts on the `keep` button, so that holding Enter confirms nothing */
  destructive?: true;
  /** whether the fold is initially open */
  open?: boolean;
  /** the form; `close` closes the dialog */
  children: (close: () => void) => ReactNode;
};

/** A form with a confirmation, with scripts in a native dialog, without scripts in a fold. */
export function ConfirmDialog({ label, kind = "secondary", title, id, keep, destructive, open, children }: Props) {
  const fold = useRef<HTMLDetailsElement>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const keepButton = useRef<HTMLButtonElement>(null);
  const [alive, setAlive] = useState(false);
  // A fold that was opened before hydration stays a fold, with its choices.
  useLayoutEffect(() => setAlive(!fold.current?.open && !fold.current?.contains(document.activeElement)), []);
  useBackdrop(dialog);
  const close = () => dialog.current?.close();
  const ask = () => {
    dialog.current?.showModal();
    if (destructive) keepButton.current?.focus();
  };
  if (!alive)
    return (
      <details className="question" ref={fold} open={open}>
        <summary className={`button button--${kind}`}>{label}</summary>
        {children(close)}
      </details>
    );
  return (
    <div className="question">
      <button className={`button button--${kind}`} type="button" aria-haspopup="dialog" onClick={ask}>
        {label}
      </button>
      <dialog className="dialog" ref={dialog} aria-labelledby={id} closedby="any">
        <h2 key={title} id={id}>
          {title}
        </h2>
        {children(close)}
        <button ref={keepButton} className="button button--quiet button--wide" type="button" onClick={close}>
          {keep}
        </button>
      </dialog>
    </div>
  );
}
