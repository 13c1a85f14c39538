import type { ContactAnswer } from "../../server/checkout/calls.ts";
import { call } from "../call.ts";
import { Field } from "../ui/field.tsx";
import { FormActions } from "../ui/form-actions.tsx";
import { useFormState } from "../ui/form-state.ts";
import { HiddenFields } from "../ui/hidden-fields.tsx";
import { Notice } from "../ui/notice.tsx";
import type { ContactFormProps } from "./contact-form.props.ts";
import { showStep } from "./steps.ts";

/** The contact step: the email is sent as it was typed (acceptance 68–70). */
export default function ContactForm({ checkoutId, action, token, typed, errors, formError, back }: ContactFormProps) {
  const state = useFormState({ errors, formError }, async ({ email }) => {
    const answer = await call<ContactAnswer>("POST", action, { email, checkoutId });
    if (!answer.errors?.length) await showStep("shipping", checkoutId);
    return answer;
  });
  return (
    <form className="stack" method="post" action={action} noValidate {...state.form}>
      <HiddenFields checkoutId={checkoutId} _csrf={token} />
      <Notice kind="error" text={state.formError} />
      <Field
        name="email"
        label="Email"
        typed={typed.email}
        inputMode="email"
        autoComplete="email"
        error={state.errorOf("email")}
      />
      <FormActions back={back} busy={state.busy} incomplete={false}>
        Continue
      </FormActions>
    </form>
  );
}
