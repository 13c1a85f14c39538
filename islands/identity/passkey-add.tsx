import { settingsPath } from "../../server/customers/paths.ts";
import type { CreationOptions } from "../../server/identity/passkeys/schema.ts";
import { newPasskeyPath, passkeysPath } from "../../server/identity/paths.ts";
import { sensitiveCall } from "../stores/sensitive-call.ts";
import { Field } from "../ui/field.tsx";
import { useFormState } from "../ui/form-state.ts";
import { createPasskey, useHasPasskeys } from "../ui/passkey.ts";
import { SubmitButton } from "../ui/submit-button.tsx";
import type { PasskeyAddProps } from "./passkey-add.props.ts";

const none: [] = [];

/** The form of a new passkey: a name, and the device's own dialog. */
export default function PasskeyAdd({ suggestion }: PasskeyAddProps) {
  const { form, busy } = useFormState({ errors: none }, async ({ name }) => {
    const credential = await createPasskey(await sensitiveCall<CreationOptions>("POST", newPasskeyPath));
    await sensitiveCall("POST", passkeysPath, { credential, name });
    location.assign(`${settingsPath}?notice=passkey-added`);
    return {};
  });
  if (!useHasPasskeys()) return <p className="soft">This browser can’t store passkeys at this address.</p>;
  return (
    <form className="stack" noValidate {...form}>
      <Field
        name="name"
        id="passkey-name"
        label="Name of the new passkey"
        typed={suggestion}
        maxLength={60}
        autoComplete="off"
        optional
      />
      <SubmitButton kind="secondary" busy={busy}>
        Add a passkey
      </SubmitButton>
    </form>
  );
}
