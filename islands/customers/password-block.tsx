import { changeRefusal, isGoodPassword, tooWeak } from "../../server/identity/rules/password.ts";
import { CallError, call } from "../call.ts";
import { toast } from "../stores/toasts.ts";
import { Field } from "../ui/field.tsx";
import { useFormState } from "../ui/form-state.ts";
import { HiddenFields } from "../ui/hidden-fields.tsx";
import { Notice } from "../ui/notice.tsx";
import { NewPassword } from "../ui/password-rules.tsx";
import { SubmitButton } from "../ui/submit-button.tsx";
import { useEditing } from "./editing.ts";
import type { PasswordBlockProps } from "./password-block.props.ts";
import { orSay, readingTime } from "./telling.ts";

const path = "/identity/password/";
const none: [] = [];

const refusalOf = (current: string, next: string) => changeRefusal(current, next) ?? (isGoodPassword(next) ? undefined : tooWeak);

/** The password's block (acceptance 219–229). All sessions end with the change, so that the way leads to the sign-in. */
export default function PasswordBlock({ token, email, open, refusal }: PasswordBlockProps) {
  const block = useEditing(open ? "password" : undefined, "password-title");
  const state = useFormState({ errors: none, notice: refusal }, async ({ currentPassword = "", newPassword = "" }) => {
    const broken = refusalOf(currentPassword, newPassword);
    if (broken) throw new CallError(broken);
    await call("POST", path, { currentPassword, newPassword }).catch(orSay("An error occurred"));
    toast("success", "Password changed successfully.");
    await readingTime();
    location.assign("/identity/signin/");
    return {};
  });
  return (
    <div className="block" {...block.box}>
      {block.open ? (
        <form className="stack" method="post" action={`${path}#password-title`} noValidate {...state.form}>
          <HiddenFields _csrf={token} />
          <input hidden autoComplete="username" defaultValue={email} />
          <Notice kind="error" text={state.notice} />
          <Field name="currentPassword" label="Current password" type="password" autoComplete="current-password" />
          <NewPassword name="newPassword" label="New password" />
          <div className="row">
            <SubmitButton busy={state.busy}>Change password</SubmitButton>
            <a className="button button--quiet" {...block.cancel}>
              Cancel
            </a>
          </div>
        </form>
      ) : (
        <>
          <p>
            <span aria-hidden="true">••••••••</span>
            <span className="visually-hidden">A password is set.</span>
          </p>
          <a className="button button--link" {...block.opener("password")}>
            Change<span className="visually-hidden"> password</span>
          </a>
        </>
      )}
    </div>
  );
}
