import { signInPath } from "../../server/customers/paths.ts";
import { isSignInEmail, wrongEmail } from "../../server/customers/rules/sign-in-email.ts";
import type { SignInAnswer } from "../../server/identity/calls.ts";
import { call } from "../call.ts";
import { Field } from "../ui/field.tsx";
import { HiddenFields } from "../ui/hidden-fields.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { usePressWork } from "../ui/press-work.ts";
import { SubmitButton } from "../ui/submit-button.tsx";
import { WorkProgress } from "../ui/work-progress.tsx";
import { Banner } from "./banner.tsx";
import type { SigninFormProps } from "./signin-form.props.ts";
import { sendPassword, useSignInForm, workText } from "./use-sign-in-form.ts";

const rules = (email: string, password: string) => [
  ...(isSignInEmail(email.trim()) ? [] : [{ field: "email", message: wrongEmail }]),
  ...(password === "" ? [{ field: "password", message: "Enter your password." }] : []),
];

/** E-mail and password (requirements 174–178). */
export default function SigninForm({ token, next, typed, errors, formError, work: link }: SigninFormProps) {
  const press = usePressWork();
  const { form, busy, banner, errorOf } = useSignInForm({ errors, formError, next }, async (fields) => {
    const { email = "", password = "" } = fields;
    const broken = rules(email, password);
    if (broken.length > 0) return { errors: broken };
    const send = (work: string | undefined) => call<SignInAnswer>("POST", signInPath, { email, password, ...(work && { work }) });
    return await sendPassword(send, press.begin(fields.work), form.ref.current);
  });
  return (
    <form className="stack" method="post" action={signInPath} noValidate {...form}>
      <HiddenFields _csrf={token} next={next} work={link} />
      <Banner text={banner} />
      <Field
        name="email"
        label="Email"
        typed={typed.email}
        inputMode="email"
        autoComplete="username webauthn"
        autoCapitalize="none"
        error={errorOf("email")}
      />
      <PasswordField
        name="password"
        label="Password"
        autoComplete="current-password"
        autoFocus={errors[0]?.field === "password"}
        error={errorOf("password")}
      />
      <SubmitButton busy={busy} className="button--wide button--large">
        Sign in
      </SubmitButton>
      <WorkProgress part={press.part} text={workText} />
    </form>
  );
}
