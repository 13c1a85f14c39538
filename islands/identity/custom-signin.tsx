import { useEffect } from "react";
import { tokenPath, welcomePath } from "../../server/identity/paths.ts";
import { HiddenFields } from "../ui/hidden-fields.tsx";
import { SubmitButton } from "../ui/submit-button.tsx";
import { Banner } from "./banner.tsx";
import type { CustomSigninProps } from "./custom-signin.props.ts";
import { useSignInForm } from "./use-sign-in-form.ts";

const none: [] = [];

/** Signs in automatically, unless another customer is signed in (requirements 27, 184). */
export default function CustomSignin({ csrf, token, next, other }: CustomSigninProps) {
  const target = next ?? welcomePath;
  const { form, busy, banner } = useSignInForm({ errors: none, next: target }, async () => ({ token }));
  const { ref } = form;
  useEffect(() => {
    if (other) return;
    // The form is submitted after hydration, since not every framework replays an earlier submit.
    const soon = setTimeout(() => ref.current?.requestSubmit());
    return () => clearTimeout(soon);
  }, [other, ref]);
  return (
    <form className="stack" method="post" action={tokenPath} noValidate {...form}>
      <HiddenFields _csrf={csrf} token={token} next={next} />
      <Banner text={banner} />
      {other && <p>You’re signed in as {other}. Continue with another account?</p>}
      <SubmitButton busy={busy} className="button--wide button--large">
        Continue
      </SubmitButton>
    </form>
  );
}
