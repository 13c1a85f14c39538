import { useEffect, useRef, useState } from "react";
import type { OrderNoteAnswer } from "../../server/checkout/calls.ts";
import { orderNotePath } from "../../server/checkout/paths.ts";
import { longestOrderNote } from "../../server/checkout/rules/order-note.ts";
import { CallError, call } from "../call.ts";
import { HiddenFields } from "../ui/hidden-fields.tsx";
import { usePendingAction } from "../ui/pending-action.ts";
import { SubmitButton } from "../ui/submit-button.tsx";
import { type LineForm, only } from "./line-row.tsx";

/**
 * The note for the order. The form's button stores it. With scripts it is also stored when the
 * shopper leaves the field or the page.
 */
export function OrderNote({ note = "", form: { checkoutId, token } }: { note: string | undefined; form: LineForm }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [saved, setSaved] = useState<string>();
  const [busy, attempt] = usePendingAction();
  const save = () =>
    attempt(async () => {
      const orderNote = field.current?.value;
      const body = { checkoutId, orderNote };
      const { errors } = await call<OrderNoteAnswer>("POST", orderNotePath, body, { overlay: false, keepalive: true });
      for (const { message } of errors as readonly { message: string }[]) throw new CallError(message);
      setSaved(orderNote);
    });
  const saveChanged = () => {
    if (field.current && field.current.value !== (saved ?? note)) void save();
  };
  useEffect(() => {
    addEventListener("pagehide", saveChanged);
    return () => removeEventListener("pagehide", saveChanged);
  });
  return (
    <form className="stack" method="post" action={orderNotePath} onSubmit={only(save)}>
      <HiddenFields checkoutId={checkoutId} _csrf={token} />
      <div className="field">
        <label className="field__label" htmlFor="orderNote">
          Note with your order <span className="field__optional">(optional)</span>
        </label>
        <textarea
          ref={field}
          id="orderNote"
          name="orderNote"
          className="input"
          rows={3}
          maxLength={longestOrderNote}
          onBlur={saveChanged}
          defaultValue={note}
        />
      </div>
      <p className="small soft without-scripts">Save your note before you check out.</p>
      <p className="row">
        <SubmitButton kind="secondary" busy={busy}>
          Save note
        </SubmitButton>
        <span role="status">{saved !== undefined && !busy && "Saved."}</span>
      </p>
    </form>
  );
}
