import { useStore } from "@nanostores/react";
import { useLayoutEffect, useRef, useState } from "react";
import { reauthenticatePath } from "../../server/customers/paths.ts";
import type { ProofAnswer } from "../../server/identity/calls.ts";
import { CallError, call } from "../call.ts";
import { $proofRequest, type ProofRequest } from "../stores/reauthentication.ts";
import { Field } from "../ui/field.tsx";
import { useFormState } from "../ui/form-state.ts";
import { Notice } from "../ui/notice.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { SubmitButton } from "../ui/submit-button.tsx";
import { ProofByPasskey } from "./proof-by-passkey.tsx";

/** Asks the signed-in customer for a proof, in a dialog over the form that needs it. */
export default function Reauthenticate() {
  const request = useStore($proofRequest);
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => (request ? dialog.current?.showModal() : dialog.current?.close()), [request]);
  return (
    <dialog className="dialog" ref={dialog} aria-labelledby="proof-title" onClose={() => $proofRequest.get()?.settle(false)}>
      {request && <ProofForm {...request} />}
    </dialog>
  );
}

function ProofForm({ settle, hasPasskey, hasAuthenticator }: ProofRequest) {
  const [refusal, show] = useState<string>();
  const state = useFormState({ errors: [] }, async ({ password = "", code }) => {
    show(undefined);
    try {
      const answer: ProofAnswer = await call("POST", reauthenticatePath, { password, code });
      if (!answer.errors) settle(true);
      return answer;
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure;
      // A toast would be behind the dialog.
      show(failure.message);
      return {};
    }
  });
  return (
    <form className="stack" noValidate {...state.form}>
      <h2 id="proof-title">Confirm it’s you</h2>
      <p>You signed in a while ago. Before this change, please enter your password again.</p>
      <Notice kind="error" text={refusal} />
      <PasswordField
        name="password"
        id="proof-password"
        label="Password"
        autoComplete="current-password"
        autoFocus
        error={state.errorOf("password")}
      />
      {hasAuthenticator && (
        <Field
          name="code"
          id="proof-code"
          label="Code from your authenticator app, or a recovery code"
          autoComplete="one-time-code"
          maxLength={40}
          error={state.errorOf("code")}
        />
      )}
      <div className="row">
        <SubmitButton busy={state.busy}>Continue</SubmitButton>
        <button className="button button--quiet" type="button" onClick={() => settle(false)}>
          Cancel
        </button>
      </div>
      {hasPasskey && <ProofByPasskey proven={() => settle(true)} />}
    </form>
  );
}
