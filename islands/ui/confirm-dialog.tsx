import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { useBackdrop } from "./backdrop.ts";

type Props = {
  label: ReactNode;
  kind?: "secondary" | "link";
  /** names the dialog, and starts its ids */
  title: string;
  id: string;
  /** the button that changes nothing */
  keep: string;
  /** the focus begins on that button: whoever holds Enter down has not agreed */
  destructive?: true;
  /** the fold stands open at first */
  open?: boolean;
  /** the form; `close` ends the dialog */
  children: (close: () => void) => ReactNode;
};

/**
 * A form that asks before something happens: in a native dialog, and in a fold where no script
 * runs.
 */
export function ConfirmDialog({ label, kind = "secondary", title, id, keep, destructive, open, children }: Props) {
  const fold = useRef<HTMLDetailsElement>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const keeper = useRef<HTMLButtonElement>(null);
  const [alive, setAlive] = useState(false);
  // A fold that was opened before the script came stays a fold, with what was chosen in it.
  useLayoutEffect(() => setAlive(!fold.current?.open && !fold.current?.contains(document.activeElement)), []);
  useBackdrop(dialog);
  const close = () => dialog.current?.close();
  const ask = () => {
    dialog.current?.showModal();
    if (destructive) keeper.current?.focus();
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
        <h2 id={id}>{title}</h2>
        {children(close)}
        <button ref={keeper} className="button button--quiet button--wide" type="button" onClick={close}>
          {keep}
        </button>
      </dialog>
    </div>
  );
}
