import type { RequestOptions } from "../../server/identity/passkeys/schema.ts";
import { CallError, send, unreachableText } from "../call.ts";
import { askForCredential } from "../ui/passkey.ts";

const fieldOf = (form: HTMLFormElement, name: string) => form.querySelector<HTMLInputElement>(`input[name=${name}]`);

/** Asks for any passkey of the staff, by the form's own token; JSON of the credential. Throws CallError. */
export async function askForStaffPasskey(form: HTMLFormElement, path: string): Promise<string> {
  const answer = await send("POST", path, {}, fieldOf(form, "_csrf")?.value);
  const { data, error } = (await answer.json().catch(() => ({}))) as { data?: RequestOptions; error?: string };
  if (!data) throw new CallError(error ?? unreachableText, answer.status);
  return await askForCredential(data);
}

/** Sends the form as people do, with the credential in its hidden field. */
export function sendCredential(form: HTMLFormElement, field: string, credential: string): void {
  const input = fieldOf(form, field);
  if (input) input.value = credential;
  form.requestSubmit();
}
