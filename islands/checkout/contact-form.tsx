import { useState } from "react";
import type { ContactAnswer } from "../../server/checkout/calls.ts";
import { likelyEmail, slipErrors } from "../../server/customers/rules/email-slip.ts";
import { call } from "../call.ts";
import { Field } from "../ui/field.tsx";
import { FormActions } from "../ui/form-actions.tsx";
import { useFormState } from "../ui/form-state.ts";
import { HiddenFields } from "../ui/hidden-fields.tsx";
import { Notice } from "../ui/notice.tsx";
import type { ContactFormProps } from "./contact-form.props.ts";
import { showStep } from "./steps.ts";

/**
 * The contact form. It sends the email as typed (requirements 68–70), and asks once if the email is
 * probably misspelt.
 */
export default function ContactForm({ checkoutId, action, token, typed, errors, formError, back }: ContactFormProps) {
  const [askedEmail, ask] = useState(typed.email);
  const state = useFormState({ errors, formError }, async ({ email = "" }) => {
    const doubts = email === askedEmail ? [] : slipErrors(email.trim());
    ask(email);
    if (doubts.length > 0) return { errors: doubts, message: "please check your email address" };
    const answer = await call<ContactAnswer>("POST", action, { email, checkoutId });
    if (!answer.errors?.length) await showStep("shipping", checkoutId);
    return answer;
  });
  const correct = () => {
    const field = state.form.ref.current?.elements.namedItem("email");
    if (field instanceof HTMLInputElement) field.value = likelyEmail(askedEmail) ?? field.value;
  };
  return (
    <form className="stack" method="post" action={action} noValidate {...state.form}>
      <HiddenFields checkoutId={checkoutId} askedEmail={askedEmail} _csrf={token} />
      <Notice kind="error" text={state.formError} />
      <Field
        name="email"
        label="Email"
        typed={typed.email}
        inputMode="email"
        autoComplete="email"
        error={state.errorOf("email")}
      />
      {state.hasError("email_slip") && (
        <p>
          <button
            className="button button--quiet"
            type="submit"
            name="suggestedEmail"
            value={likelyEmail(askedEmail)}
            onClick={correct}
          >
            Use {likelyEmail(askedEmail)}
          </button>
        </p>
      )}
      <FormActions back={back} busy={state.busy} incomplete={false}>
        Continue
      </FormActions>
    </form>
  );
}
