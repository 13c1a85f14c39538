import { useEffect, useState } from "react";
import type { OrderNoteAnswer } from "../../server/checkout/calls.ts";
import { orderNotePath } from "../../server/checkout/cart-paths.ts";
import { longestOrderNote } from "../../server/checkout/rules/order-note.ts";
import type { FieldError } from "../../server/outcome.ts";
import { call } from "../call.ts";
import { changeCart } from "../stores/cart.ts";
import { TextArea } from "../ui/field.tsx";
import { useFormState } from "../ui/form-state.ts";
import { HiddenFields } from "../ui/hidden-fields.tsx";
import { SubmitButton } from "../ui/submit-button.tsx";
import type { LineForm } from "./line-row.tsx";

type Props = { note: string | undefined; errors: readonly FieldError[] | undefined; form: LineForm };

const none: readonly FieldError[] = [];

/** The note with the order, which is also stored when the field or the page is left. */
export function OrderNote({ note = "", errors = none, form: { checkoutId, token } }: Props) {
  const [saved, setSaved] = useState<string>();
  const state = useFormState({ errors }, async ({ orderNote = "" }) => {
    const body = { checkoutId, orderNote };
    const answer = await call<OrderNoteAnswer>("POST", orderNotePath, body, { overlay: false, keepalive: true });
    if (answer.errors.length > 0) return answer;
    setSaved(orderNote);
    changeCart({ orderNote });
    return answer;
  });
  const { ref } = state.form;
  const saveChanged = () => {
    if (ref.current && new FormData(ref.current).get("orderNote") !== note) ref.current.requestSubmit();
  };
  useEffect(() => {
    addEventListener("pagehide", saveChanged);
    return () => removeEventListener("pagehide", saveChanged);
  });
  return (
    <form className="stack" method="post" action={orderNotePath} noValidate {...state.form}>
      <HiddenFields checkoutId={checkoutId} _csrf={token} />
      <TextArea
        name="orderNote"
        label="Note with your order"
        typed={note}
        error={state.errorOf("orderNote")}
        maxLength={longestOrderNote}
        onBlur={saveChanged}
        optional
      />
      <p className="small soft without-scripts">Save your note before you check out.</p>
      <p className="row">
        <SubmitButton kind="secondary" busy={state.busy}>
          Save note
        </SubmitButton>
        <span role="status">{saved === note && (note ? "Saved." : "Removed.")}</span>
      </p>
    </form>
  );
}
