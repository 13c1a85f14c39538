import { type RefObject, useState } from "react";
import type { RequestOptions } from "../../server/identity/passkeys/schema.ts";
import { CallError, send, unreachableText } from "../call.ts";
import { askForCredential } from "../ui/passkey.ts";
import { usePendingAction } from "../ui/pending-action.ts";

const fieldOf = (form: HTMLFormElement, name: string) => form.querySelector<HTMLInputElement>(`input[name=${name}]`);

/**
 * Asks for any passkey of the staff, with the form's own token; returns JSON of the credential.
 * Throws CallError.
 */
export async function askForStaffPasskey(form: HTMLFormElement, path: string): Promise<string> {
  const answer = await send("POST", path, {}, fieldOf(form, "_csrf")?.value);
  const { data, error } = (await answer.json().catch(() => ({}))) as { data?: RequestOptions; error?: string };
  if (!data) throw new CallError(error ?? unreachableText, answer.status);
  return await askForCredential(data);
}

/** Sends the form as a press would, with the credential in its hidden field. */
function sendCredential(form: HTMLFormElement, field: string, credential: string): void {
  const input = fieldOf(form, field);
  if (input) input.value = credential;
  form.requestSubmit();
}

/**
 * `press` asks for a credential, puts it in the form's hidden field and sends the form around
 * `place`. `refusal` is the reason if there was no credential.
 */
export function usePasskeyForm(
  place: RefObject<HTMLElement | null>,
  field: string,
  ask: (form: HTMLFormElement) => Promise<string>,
) {
  const [refusal, show] = useState<string>();
  const [busy, attempt] = usePendingAction();
  const press = () =>
    attempt(async () => {
      show(undefined);
      const form = place.current?.closest("form");
      if (!form) return;
      try {
        sendCredential(form, field, await ask(form));
      } catch (failure) {
        if (!(failure instanceof CallError)) throw failure;
        show(failure.message);
      }
    });
  return { refusal, busy, press };
}
