import type { ComponentProps } from "react";
import { signInPath } from "../../server/customers/paths.ts";
import type { PasswordAnswer } from "../../server/identity/calls.ts";
import { passwordPath } from "../../server/identity/paths.ts";
import { changeRefusal } from "../../server/identity/rules/password.ts";
import type { RefusalCode } from "../../server/outcome.ts";
import { type CallError, call } from "../call.ts";
import { toast } from "../stores/toasts.ts";
import { type FormAnswer, useFormState } from "../ui/form-state.ts";
import { HiddenFields } from "../ui/hidden-fields.tsx";
import { Notice } from "../ui/notice.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { NewPassword } from "../ui/password-rules.tsx";
import { SubmitButton } from "../ui/submit-button.tsx";
import { toastDelay, withMessage } from "./messages.ts";
import type { PasswordBlockProps } from "./password-block.props.ts";

/** The field of each refusal. This form itself refuses missing values before the call. */
const fields: Partial<Record<RefusalCode, string>> = { wrong_password: "currentPassword", password_refused: "newPassword" };

/**
 * Returns a refusal for its field; the toast shows the message as well. Rethrows other failures.
 */
function inFieldsOrThrow(failure: unknown): FormAnswer {
  const { code, message } = failure as CallError;
  const field = fields[code as RefusalCode];
  if (!field) throw failure;
  return { errors: [{ field, message }], message };
}

type Props = Pick<PasswordBlockProps, "token" | "email" | "errors" | "formError"> & { cancel: ComponentProps<"a"> };

/** The current password and a new one. The change ends all sessions, so the sign-in follows. */
export function PasswordForm({ token, email, errors, formError, cancel }: Props) {
  const state = useFormState({ errors, formError }, async ({ currentPassword = "", newPassword = "" }) => {
    const broken = changeRefusal(currentPassword, newPassword);
    if (broken) return { errors: broken.errors ?? [], message: broken.error };
    const answer: FormAnswer = await call<PasswordAnswer>("POST", passwordPath, { currentPassword, newPassword })
      .catch(withMessage("An error occurred"))
      .catch(inFieldsOrThrow);
    if (answer.errors) return answer;
    toast("success", "Password changed successfully.");
    await toastDelay();
    location.assign(signInPath);
    return {};
  });
  // Without scripts the browser focuses the first refused field.
  const field = (name: string) => ({ name, error: state.errorOf(name), autoFocus: errors[0]?.field === name });
  return (
    <form className="stack" method="post" action={passwordPath} noValidate {...state.form}>
      <HiddenFields _csrf={token} />
      <input hidden autoComplete="username" defaultValue={email} />
      <Notice kind="error" text={state.formError} />
      <PasswordField {...field("currentPassword")} label="Current password" autoComplete="current-password" />
      <NewPassword {...field("newPassword")} label="New password" />
      <div className="row">
        <SubmitButton busy={state.busy}>Change password</SubmitButton>
        <a className="button button--quiet" {...cancel}>
          Cancel
        </a>
      </div>
    </form>
  );
}
