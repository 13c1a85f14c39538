import { useEffect, useRef } from "react";
import type { CreationOptions } from "../../server/identity/passkeys/schema.ts";
import { createPasskey, useHasPasskeys } from "../ui/passkey.ts";
import { CredentialButton, useCredential } from "./credential-button.tsx";
import type { NewStaffPasskeyProps } from "./new-staff-passkey.props.ts";

const field = "credential";

/** Makes a passkey on a device of one's choice, and sends it with the form. */
export default function NewStaffPasskey({ options }: NewStaffPasskeyProps) {
  const place = useRef<HTMLDivElement>(null);
  const ask = () => createPasskey(JSON.parse(options) as CreationOptions);
  const credential = useCredential({ place, field, ask });
  const begin = useRef(credential.press);
  begin.current = credential.press;
  useEffect(() => {
    const form = place.current?.closest("form");
    // Enter in the name's field is the button.
    const sent = (event: SubmitEvent) => {
      if (form?.querySelector<HTMLInputElement>(`input[name=${field}]`)?.value) return;
      event.preventDefault();
      void begin.current();
    };
    form?.addEventListener("submit", sent);
    return () => form?.removeEventListener("submit", sent);
  }, []);
  if (!useHasPasskeys()) return <p className="soft">This browser can’t store passkeys at this address.</p>;
  return <CredentialButton place={place} {...credential} kind="primary" label="Create the passkey" />;
}
