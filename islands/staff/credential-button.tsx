import { type RefObject, useState } from "react";
import { CallError } from "../call.ts";
import { Notice } from "../ui/notice.tsx";
import { usePendingAction } from "../ui/pending-action.ts";
import { SubmitButton } from "../ui/submit-button.tsx";
import { sendCredential } from "./passkey-form.ts";

type Asking = {
  /** somewhere within the form */
  place: RefObject<HTMLElement | null>;
  /** the hidden field that takes the credential */
  field: string;
  /** asks the browser for a credential, as JSON; throws CallError */
  ask: (form: HTMLFormElement) => Promise<string>;
};

/** Asks for a credential and sends the form with it; `press` begins. */
export function useCredential({ place, field, ask }: Asking) {
  const [refusal, show] = useState<string>();
  const [busy, attempt] = usePendingAction();
  const press = () =>
    attempt(async () => {
      show(undefined);
      const form = place.current?.closest("form");
      if (!form) return;
      try {
        sendCredential(form, field, await ask(form));
      } catch (failure) {
        if (!(failure instanceof CallError)) throw failure;
        show(failure.message);
      }
    });
  return { refusal, busy, press };
}

type ButtonProps = ReturnType<typeof useCredential> &
  Pick<Asking, "place"> & { kind: "primary" | "secondary"; className?: string; label: string };

/** The button, and what went wrong above it. */
export const CredentialButton = ({ place, refusal, busy, press, label, ...look }: ButtonProps) => (
  <div className="needs-scripts" ref={place as RefObject<HTMLDivElement>}>
    <div className="stack">
      <Notice kind="error" text={refusal} />
      <SubmitButton type="button" busy={busy} onClick={press} {...look}>
        {label}
      </SubmitButton>
    </div>
  </div>
);
