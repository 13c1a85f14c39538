import { useRef } from "react";
import { staffPasskeyChallengePath } from "../../server/staff/paths.ts";
import { Notice } from "../ui/notice.tsx";
import { useHasPasskeys } from "../ui/passkey.ts";
import { SubmitButton } from "../ui/submit-button.tsx";
import { askForStaffPasskey, usePasskeyForm } from "./passkey-form.ts";
import type { StaffPasskeyProps } from "./staff-passkey.props.ts";

/** Signs a person in, or proves who is signed in, by a passkey; the form is sent natively. */
export default function StaffPasskey({ field, label }: StaffPasskeyProps) {
  const place = useRef<HTMLDivElement>(null);
  const ask = (form: HTMLFormElement) => askForStaffPasskey(form, staffPasskeyChallengePath);
  const { refusal, busy, press } = usePasskeyForm(place, field, ask);
  if (!useHasPasskeys()) return null;
  return (
    <div className="needs-scripts" ref={place}>
      <div className="stack">
        <Notice kind="error" text={refusal} />
        <SubmitButton type="button" kind="secondary" busy={busy} className="button--wide button--large" onClick={press}>
          {label}
        </SubmitButton>
      </div>
    </div>
  );
}
