import { useRef } from "react";
import { recentProofPath } from "../../server/customers/paths.ts";
import { call } from "../call.ts";
import { withProof } from "../stores/sensitive-call.ts";
import { useEnclosingForm } from "../ui/enclosing-form.ts";
import { usePendingAction } from "../ui/pending-action.ts";
import { SubmitButton } from "../ui/submit-button.tsx";
import { readToken } from "../ui/token.ts";
import type { SensitiveSubmitProps } from "./sensitive-submit.props.ts";

/** Renews the token in every form of the page: a proof renews the session, and so its token. */
function renewTokens(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>("input[name=_csrf]")) field.value = readToken() ?? "";
}

/** Asks for the proof in a dialog if it is needed; then the browser sends the form. */
export default function SensitiveSubmit({ label, kind, of }: SensitiveSubmitProps) {
  const host = useRef<HTMLSpanElement>(null);
  const [busy, attempt] = usePendingAction();
  useEnclosingForm(host, (form) => {
    const leave = () => {
      form.submit();
      return new Promise<never>(() => {});
    };
    void attempt(async () => {
      await withProof(() => call("POST", recentProofPath), leave);
      renewTokens();
      form.submit();
    });
  });
  return (
    <span ref={host}>
      <SubmitButton busy={busy} kind={kind} className={kind === "primary" ? "button--large button--wide" : ""}>
        {label}
        {of && <span className="visually-hidden"> {of}</span>}
      </SubmitButton>
    </span>
  );
}
