import { useRef } from "react";
import { staffPasskeyChallengePath } from "../../server/staff/paths.ts";
import { useHasPasskeys } from "../ui/passkey.ts";
import { CredentialButton, useCredential } from "./credential-button.tsx";
import { askForStaffPasskey } from "./passkey-form.ts";
import type { StaffPasskeyProps } from "./staff-passkey.props.ts";

/** Signs in, or proves who is signed in, by a passkey: the form goes its own way. */
export default function StaffPasskey({ field, label }: StaffPasskeyProps) {
  const place = useRef<HTMLDivElement>(null);
  const ask = (form: HTMLFormElement) => askForStaffPasskey(form, staffPasskeyChallengePath);
  const credential = useCredential({ place, field, ask });
  if (!useHasPasskeys()) return null;
  return <CredentialButton place={place} {...credential} kind="secondary" className="button--wide button--large" label={label} />;
}
