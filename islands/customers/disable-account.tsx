import { useLayoutEffect, useRef, useState } from "react";
import { disablePath, signInPath } from "../../server/customers/paths.ts";
import { sensitiveCall } from "../stores/sensitive-call.ts";
import { toast } from "../stores/toasts.ts";
import { HiddenFields } from "../ui/hidden-fields.tsx";
import { usePendingAction } from "../ui/pending-action.ts";
import { SubmitButton } from "../ui/submit-button.tsx";
import type { DisableAccountProps } from "./disable-account.props.ts";
import { toastDelay, withMessage } from "./messages.ts";

/**
 * Disables the account after a confirmation in a dialog (requirements 215–218). A fold that was
 * opened before scripts ran stays a fold.
 */
export default function DisableAccount({ token, open, formError }: DisableAccountProps) {
  const fold = useRef<HTMLDetailsElement>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const [asks, setAsks] = useState(false);
  const [busy, attempt] = usePendingAction();
  useLayoutEffect(() => setAsks(!fold.current?.open), []);
  const disable = () => {
    dialog.current?.close();
    void attempt(async () => {
      await sensitiveCall("POST", disablePath).catch(withMessage("We couldn’t disable your account."));
      toast("success", "account disabled correctly");
      await toastDelay();
      location.assign(signInPath);
    });
  };
  if (!asks)
    return (
      <details ref={fold} open={open}>
        <summary className="button button--danger">Disable account</summary>
        <form className="stack" method="post" action={`${disablePath}#disable`} noValidate>
          <HiddenFields _csrf={token} />
          <label className="check">
            <input
              type="checkbox"
              name="confirmed"
              value="true"
              required
              aria-invalid={!!formError || undefined}
              aria-describedby={formError && "confirmed-error"}
            />
            <span>I understand that this cannot be undone</span>
          </label>
          {formError && (
            <p className="field__error" id="confirmed-error">
              {formError}
            </p>
          )}
          <button className="button button--danger" type="submit">
            Disable account
          </button>
        </form>
      </details>
    );
  return (
    <>
      <SubmitButton type="button" kind="danger" busy={busy} onClick={() => dialog.current?.showModal()}>
        Disable account
      </SubmitButton>
      <dialog className="dialog" ref={dialog} aria-labelledby="disable-title" aria-describedby="disable-text">
        <div className="stack">
          <h2 id="disable-title">Disable your account?</h2>
          <p id="disable-text">
            Your profile, addresses, and favorites are removed, and all devices are signed out. This cannot be undone.
          </p>
          <div className="row">
            <button className="button button--secondary" type="button" onClick={() => dialog.current?.close()}>
              Keep my account
            </button>
            <button className="button button--danger" type="button" onClick={disable}>
              Disable account
            </button>
          </div>
        </div>
      </dialog>
    </>
  );
}
