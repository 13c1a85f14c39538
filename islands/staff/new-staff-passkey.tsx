import { useEffect, useRef } from "react";
import type { CreationOptions } from "../../server/identity/passkeys/schema.ts";
import { Notice } from "../ui/notice.tsx";
import { createPasskey, useHasPasskeys } from "../ui/passkey.ts";
import { SubmitButton } from "../ui/submit-button.tsx";
import type { NewStaffPasskeyProps } from "./new-staff-passkey.props.ts";
import { usePasskeyForm } from "./passkey-form.ts";

/** Makes a passkey on a device of the person's choice, and sends it with the form. */
export default function NewStaffPasskey({ options }: NewStaffPasskeyProps) {
  const place = useRef<HTMLDivElement>(null);
  const create = () => createPasskey(JSON.parse(options) as CreationOptions);
  const { refusal, busy, press } = usePasskeyForm(place, "credential", create);
  const begin = useRef(press);
  begin.current = press;
  useEffect(() => {
    const form = place.current?.closest("form");
    // Enter in the name's field counts as the button.
    const onSubmit = (event: SubmitEvent) => {
      if (form?.querySelector<HTMLInputElement>("input[name=credential]")?.value) return;
      event.preventDefault();
      void begin.current();
    };
    form?.addEventListener("submit", onSubmit);
    return () => form?.removeEventListener("submit", onSubmit);
  }, []);
  if (!useHasPasskeys()) return <p className="soft">This browser can’t store passkeys at this address.</p>;
  return (
    <div className="needs-scripts" ref={place}>
      <div className="stack">
        <Notice kind="error" text={refusal} />
        <SubmitButton type="button" kind="primary" busy={busy} onClick={press}>
          Create the passkey
        </SubmitButton>
      </div>
    </div>
  );
}
