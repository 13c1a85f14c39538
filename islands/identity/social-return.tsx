import { useEffect, useRef, useState } from "react";
import { dashboardPath } from "../../server/customers/paths.ts";
import type { NewUserAnswer } from "../../server/identity/calls.ts";
import { newUserPath } from "../../server/identity/paths.ts";
import { CallError, call } from "../call.ts";
import { HiddenFields } from "../ui/hidden-fields.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { usePressWork } from "../ui/press-work.ts";
import { SubmitButton } from "../ui/submit-button.tsx";
import { WorkProgress } from "../ui/work-progress.tsx";
import { Banner } from "./banner.tsx";
import { leaveFor } from "./popup.ts";
import type { SocialReturnProps } from "./social-return.props.ts";
import { sendPassword, useSignInForm, workText } from "./use-sign-in-form.ts";

/**
 * The end of a social sign-in: creates or finds the customer, starts the session, and leaves the
 * page (requirement 190). It starts automatically, unless a password is needed.
 */
export default function SocialReturn({ token, entry, user, email, asks, next, popup, errors, formError }: SocialReturnProps) {
  const [needsPassword, want] = useState(asks);
  const hasBegun = useRef(asks || formError !== undefined || errors.length > 0);
  const leave = (path: string) => leaveFor(path, popup);
  const press = usePressWork();
  const state = useSignInForm({ errors, formError, next: next ?? dashboardPath, leave }, async ({ password }) => {
    hasBegun.current = true;
    if (needsPassword && !password) return { errors: [{ field: "password", message: "Enter your password." }] };
    try {
      const send = (work: string | undefined) =>
        call<NewUserAnswer>("POST", newUserPath, { ...user, token: entry, ...(password && { password }), ...(work && { work }) });
      const answer = await sendPassword(send, press.begin(undefined), state.form.ref.current);
      if (answer.errors) return answer;
      return answer.status === "ok" ? { token: entry } : {};
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== "password") throw error;
      want(true);
      return {};
    }
  });
  useEffect(() => {
    if (!hasBegun.current) state.form.ref.current?.requestSubmit();
  }, [state.form.ref]);
  return (
    <form className="stack" method="post" action={newUserPath} noValidate {...state.form}>
      <HiddenFields _csrf={token} {...user} token={entry} />
      <Banner text={state.banner} />
      {needsPassword && (
        <PasswordField
          name="password"
          label={`Password for ${email}`}
          autoComplete="current-password"
          error={state.errorOf("password")}
        />
      )}
      <SubmitButton busy={state.busy} className="button--wide button--large">
        Continue
      </SubmitButton>
      <WorkProgress part={press.part} text={workText} />
    </form>
  );
}
