import { useRef } from "react";
import { CallError, call } from "../call.ts";
import { useEnclosingForm } from "../ui/enclosing-form.ts";
import { type FormAnswer, formFields } from "../ui/form-state.ts";
import { usePendingAction } from "../ui/pending-action.ts";
import { sendWithWork, usePressWork } from "../ui/press-work.ts";
import { SubmitButton } from "../ui/submit-button.tsx";
import { linkWorkText, WorkProgress } from "../ui/work-progress.tsx";
import type { LinkRequestProps } from "./link-request.props.ts";

/**
 * Requests an email, with the proof of work that the shop asks for, if any. A refused form is sent
 * again natively: the page then shows the reason and the typed values.
 */
export default function LinkRequest({ next, kind }: LinkRequestProps) {
  const host = useRef<HTMLDivElement>(null);
  const press = usePressWork();
  const [busy, attempt] = usePendingAction();
  const request = async (form: HTMLFormElement) => {
    const { _csrf, ...fields } = formFields(form);
    const send = (work: string | undefined) =>
      call<FormAnswer>("POST", new URL(form.action).pathname, { ...fields, ...(work && { work }) });
    try {
      const answer = await sendWithWork(send, press.begin(undefined));
      if (answer?.errors?.length) form.submit();
      else if (answer) location.assign(next);
    } catch (refusal) {
      if (!(refusal instanceof CallError && refusal.hasReason)) throw refusal;
      form.submit();
    }
  };
  useEnclosingForm(host, (form) => void attempt(() => request(form)));
  const size = kind === "primary" ? "button--large button--wide" : "";
  return (
    <div ref={host}>
      <SubmitButton busy={busy} kind={kind} className={size}>
        Email me a link
      </SubmitButton>
      <WorkProgress part={press.part} text={linkWorkText} />
    </div>
  );
}
