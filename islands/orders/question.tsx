import { type ReactNode, useLayoutEffect, useRef, useState } from "react";

type Props = {
  label: string;
  /** names the dialog, and starts its ids */
  title: string;
  id: string;
  /** the fold stands open at first */
  open?: boolean;
  /** the form; `close` ends the dialog */
  children: (close: () => void) => ReactNode;
};

/** A form that asks before something happens: in a native dialog, and in a fold where no script runs. */
export function Question({ label, title, id, open, children }: Props) {
  const fold = useRef<HTMLDetailsElement>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const [alive, setAlive] = useState(false);
  // A fold that was opened before the script came stays a fold, with what was chosen in it.
  useLayoutEffect(() => setAlive(!fold.current?.open && !fold.current?.contains(document.activeElement)), []);
  const close = () => dialog.current?.close();
  if (!alive)
    return (
      <details className="question" ref={fold} open={open}>
        <summary className="button button--secondary">{label}</summary>
        {children(close)}
      </details>
    );
  return (
    <div className="question">
      <button
        className="button button--secondary"
        type="button"
        aria-haspopup="dialog"
        onClick={() => dialog.current?.showModal()}
      >
        {label}
      </button>
      <dialog className="dialog" ref={dialog} aria-labelledby={id} closedby="any">
        <h2 id={id}>{title}</h2>
        {children(close)}
        <button className="button button--quiet button--wide" type="button" onClick={close}>
          Keep the order
        </button>
      </dialog>
    </div>
  );
}
