import { useState } from "react";
import { isSignInEmail, wrongEmail } from "../../server/customers/rules/sign-in-email.ts";
import type { SignUpAnswer } from "../../server/identity/calls.ts";
import { signUpPath } from "../../server/identity/paths.ts";
import { badPassword, isGoodPassword } from "../../server/identity/rules/password.ts";
import { call } from "../call.ts";
import { Field } from "../ui/field.tsx";
import type { Fields } from "../ui/form-state.ts";
import { HiddenFields } from "../ui/hidden-fields.tsx";
import { NewPassword } from "../ui/password-rules.tsx";
import { SubmitButton } from "../ui/submit-button.tsx";
import { WorkProgress } from "../ui/work-progress.tsx";
import { Banner } from "./banner.tsx";
import { makeBotToken } from "./bot-token.ts";
import type { SignupFormProps } from "./signup-form.props.ts";
import { useSignInForm } from "./use-sign-in-form.ts";

const ofPassword = ({ password = "" }: Fields) => (isGoodPassword(password) ? [] : [{ field: "password", message: badPassword }]);

const rules = (fields: Fields) => [
  ...(fields.first_name?.trim() ? [] : [{ field: "first_name", message: "Enter your first name." }]),
  ...(isSignInEmail(fields.email?.trim() ?? "") ? [] : [{ field: "email", message: wrongEmail }]),
  ...ofPassword(fields),
];

/**
 * A new account (requirement 185). A press starts the bot check, which needs no input; its progress
 * is shown below the button.
 */
export default function SignupForm({ token, next, order, typed, errors, formError, bots }: SignupFormProps) {
  const [part, tell] = useState<number>();
  const { form, busy, banner, errorOf } = useSignInForm({ errors, formError, next }, async (fields) => {
    const broken = order ? ofPassword(fields) : rules(fields);
    if (broken.length > 0) return { errors: broken };
    try {
      tell(0);
      const botToken = await makeBotToken(bots, tell);
      // The shop mails a link instead of the check, as without scripts.
      if (!botToken) return form.ref.current?.submit() ?? {};
      const { email, password, first_name, last_name } = fields;
      const person = order ? { orderId: order.id } : { email, first_name, last_name };
      return await call<SignUpAnswer>("POST", signUpPath, { ...person, password, botToken });
    } finally {
      tell(undefined);
    }
  });
  return (
    <form className="stack" method="post" action={signUpPath} noValidate {...form}>
      <HiddenFields _csrf={token} next={next} orderId={order?.id} />
      <Banner text={banner} />
      <div className="fields">
        {order ? <input hidden readOnly autoComplete="username" value={order.email} /> : <Who typed={typed} errorOf={errorOf} />}
        <NewPassword name="password" label="Password" autoFocus={errors[0]?.field === "password"} error={errorOf("password")} />
      </div>
      <SubmitButton busy={busy} className="button--wide button--large">
        Create account
      </SubmitButton>
      <WorkProgress part={part} text="Verifying that you’re human. This takes a moment." />
    </form>
  );
}

type WhoProps = Pick<SignupFormProps, "typed"> & { errorOf: (field: string) => string | undefined };

const Who = ({ typed, errorOf }: WhoProps) => (
  <>
    <Field
      name="first_name"
      label="First name"
      typed={typed.first_name}
      autoComplete="given-name"
      maxLength={100}
      width="half"
      error={errorOf("first_name")}
    />
    <Field
      name="last_name"
      label="Last name"
      typed={typed.last_name}
      autoComplete="family-name"
      maxLength={100}
      width="half"
      optional
      error={errorOf("last_name")}
    />
    <Field
      name="email"
      label="Email"
      typed={typed.email}
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      error={errorOf("email")}
    />
  </>
);
