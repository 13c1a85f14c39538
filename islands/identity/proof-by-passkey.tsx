import { useState } from "react";
import { passkeyProofPath } from "../../server/identity/paths.ts";
import { CallError, call } from "../call.ts";
import { Notice } from "../ui/notice.tsx";
import { useHasPasskeys } from "../ui/passkey.ts";
import { usePendingAction } from "../ui/pending-action.ts";
import { SubmitButton } from "../ui/submit-button.tsx";
import { askForPasskey } from "./passkeys.ts";

/** The button that proves the customer by a passkey, and the reason of a refusal. */
export function ProofByPasskey({ proven }: { proven(): void }) {
  const [refusal, show] = useState<string>();
  const [busy, attempt] = usePendingAction();
  const prove = () =>
    attempt(async () => {
      show(undefined);
      try {
        await call("POST", passkeyProofPath, { credential: await askForPasskey() });
        proven();
      } catch (failure) {
        if (!(failure instanceof CallError)) throw failure;
        // A toast would be behind the dialog.
        show(failure.message);
      }
    });
  if (!useHasPasskeys()) return null;
  return (
    <div className="stack">
      <Notice kind="error" text={refusal} />
      <SubmitButton type="button" kind="secondary" busy={busy} onClick={prove}>
        Use a passkey
      </SubmitButton>
    </div>
  );
}
