import { useRef, useState } from "react";
import { staffPasskeyChallengePath } from "../../server/staff/paths.ts";
import { CallError } from "../call.ts";
import { Notice } from "../ui/notice.tsx";
import { useHasPasskeys } from "../ui/passkey.ts";
import { usePendingAction } from "../ui/pending-action.ts";
import { SubmitButton } from "../ui/submit-button.tsx";
import { askForStaffPasskey, sendCredential } from "./passkey-form.ts";
import type { StaffPasskeyProps } from "./staff-passkey.props.ts";

/** Signs in, or proves who is signed in, by a passkey: the form goes its own way. */
export default function StaffPasskey({ field, label }: StaffPasskeyProps) {
  const place = useRef<HTMLDivElement>(null);
  const [refusal, show] = useState<string>();
  const [busy, attempt] = usePendingAction();
  const press = () =>
    attempt(async () => {
      show(undefined);
      const form = place.current?.closest("form");
      if (!form) return;
      try {
        sendCredential(form, field, await askForStaffPasskey(form, staffPasskeyChallengePath));
      } catch (failure) {
        if (!(failure instanceof CallError)) throw failure;
        show(failure.message);
      }
    });
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
