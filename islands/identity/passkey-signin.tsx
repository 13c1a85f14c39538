import { useEffect, useRef, useState } from "react";
import { homePath } from "../../server/paths.ts";
import { CallError } from "../call.ts";
import { Notice } from "../ui/notice.tsx";
import { hasPasskeys, useHasPasskeys } from "../ui/passkey.ts";
import { usePendingAction } from "../ui/pending-action.ts";
import { SubmitButton } from "../ui/submit-button.tsx";
import type { PasskeySigninProps } from "./passkey-signin.props.ts";
import { askForPasskey, signInBy } from "./passkeys.ts";
import { enterWith } from "./use-sign-in-form.ts";

/**
 * Waits for a passkey that is chosen in the email field; undefined if the browser offers none
 * there, or if `signal` stopped it.
 */
async function passkeyOfField(signal: AbortSignal): Promise<string | undefined> {
  if (!hasPasskeys() || !(await PublicKeyCredential.isConditionalMediationAvailable?.()) || signal.aborted) return undefined;
  return await askForPasskey({ mediation: "conditional", signal }).catch(() => undefined);
}

/** Signs in by a passkey, chosen by the button or in the email field's list. */
export default function PasskeySignin({ next = homePath }: PasskeySigninProps) {
  const [refusal, show] = useState<string>();
  const [busy, attempt] = usePendingAction();
  const offer = useRef(new AbortController());
  const enterBy = async (assertion: Promise<string | undefined>) => {
    try {
      const credential = await assertion;
      if (credential !== undefined) await enterWith(await signInBy(credential), next);
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure;
      show(failure.message);
      // After the shop has refused a passkey, none is offered in the field: the browser would
      // choose the same passkey again.
      if (failure.code !== "wrong_credentials") offerInField();
    }
  };
  const offerInField = () => {
    offer.current = new AbortController();
    void enterBy(passkeyOfField(offer.current.signal));
  };
  const begin = useRef(offerInField);
  useEffect(() => {
    begin.current();
    return () => offer.current.abort();
  }, []);
  const press = () =>
    attempt(async () => {
      // A browser handles one request for a passkey at a time.
      offer.current.abort();
      show(undefined);
      await enterBy(askForPasskey());
    });
  if (!useHasPasskeys()) return null;
  return (
    <div className="needs-scripts">
      <div className="stack">
        <Notice kind="error" text={refusal} />
        <SubmitButton type="button" kind="secondary" busy={busy} className="button--wide button--large" onClick={press}>
          Sign in with a passkey
        </SubmitButton>
      </div>
    </div>
  );
}
