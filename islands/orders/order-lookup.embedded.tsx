import { useState } from "react";
import { lookupPath } from "../../server/orders/paths.ts";
import { call } from "../call.ts";
import { Field } from "../ui/field.tsx";
import { type FormAnswer, useFormState } from "../ui/form-state.ts";
import { Notice } from "../ui/notice.tsx";
import { sendWithWork, usePressWork } from "../ui/press-work.ts";
import { SubmitButton } from "../ui/submit-button.tsx";
import { linkWorkText, WorkProgress } from "../ui/work-progress.tsx";

/** Requests a link to an order by the order's number and email; the link leads to the shop. */
export default function OrderLookup() {
  const [isSent, setSent] = useState(false);
  const press = usePressWork();
  const state = useFormState({ errors: [] }, async ({ number, email }) => {
    const send = (work: string | undefined) => call<FormAnswer>("POST", lookupPath, { number, email, ...(work && { work }) });
    const answer = await sendWithWork(send, press.begin(undefined));
    if (answer && !answer.errors?.length) setSent(true);
    return answer ?? {};
  });
  if (isSent)
    return <p role="status">If we find a match, we’ll email a link to the address on the order. It works for 24 hours.</p>;
  return (
    <form className="stack order-lookup" method="post" action={lookupPath} noValidate {...state.form}>
      <Notice kind="error" text={state.formError} />
      <Field name="number" label="Order number" inputMode="numeric" error={state.errorOf("number")} />
      <Field name="email" label="Email" inputMode="email" autoComplete="email" error={state.errorOf("email")} />
      <SubmitButton busy={state.busy}>Email me a link</SubmitButton>
      <WorkProgress part={press.part} text={linkWorkText} />
    </form>
  );
}
