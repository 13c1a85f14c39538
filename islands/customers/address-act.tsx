import type { ReactNode } from "react";
import type { AddressAnswer } from "../../server/customers/calls.ts";
import { call } from "../call.ts";
import { toast } from "../stores/toasts.ts";
import { HiddenFields } from "../ui/hidden-fields.tsx";
import { usePendingAction } from "../ui/pending-action.ts";
import { SubmitButton } from "../ui/submit-button.tsx";
import { withMessage } from "./messages.ts";

type Props = {
  method: "POST" | "DELETE";
  action: string;
  id: string;
  token: string;
  /** the message after success */
  words: string;
  onDone(answer: AddressAnswer): void;
  /** closes the dialog of this form, whether the call succeeded or not */
  close?: () => void;
  children: ReactNode;
};

/** A form with one button for an action on an address; it works without scripts. */
export function AddressAct({ method, action, id, token, words, onDone, close, children }: Props) {
  const [busy, attempt] = usePendingAction();
  const act = async () => {
    const answer = await call<AddressAnswer>(method, action, { id })
      .catch(withMessage("error saving the address"))
      .finally(close);
    toast("success", words);
    onDone(answer);
  };
  return (
    <form
      method="post"
      action={action}
      onSubmit={(event) => {
        event.preventDefault();
        void attempt(act);
      }}
    >
      <HiddenFields _csrf={token} _method={method === "POST" ? undefined : method} id={id} />
      <SubmitButton kind={close ? "danger" : "link"} busy={busy} className={close ? "button--wide" : ""}>
        {children}
      </SubmitButton>
    </form>
  );
}
