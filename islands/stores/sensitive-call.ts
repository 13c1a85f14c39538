import type { ProofChoices } from "../../server/customers/calls.ts";
import { reauthenticatePath } from "../../server/customers/paths.ts";
import { draftPath } from "../../server/paths.ts";
import { CallError, call, type Method } from "../call.ts";
import { requestProof } from "./reauthentication.ts";

type Body = Record<string, string | undefined>;

/**
 * A call that may need a recent proof of the signed-in customer. If so, a dialog asks for the
 * proof, and the call is made again. Rejects with the first refusal if the dialog is closed.
 */
export const sensitiveCall = <Answer>(method: Method, path: string, body: Body = {}): Promise<Answer> =>
  withProof(
    () => call<Answer>(method, path, body),
    () => keepAndLeave(path, body),
  );

/**
 * Sends a call that may need a proof. If the dialog cannot ask for the proof, `leave` leads to the
 * page that does.
 */
export async function withProof<Answer>(send: () => Promise<Answer>, leave: () => Promise<never>): Promise<Answer> {
  try {
    return await send();
  } catch (failure) {
    if (!(failure instanceof CallError && failure.code === "reauthenticate")) throw failure;
    const { hasPassword, ...kinds } = failure.data as ProofChoices;
    if (!hasPassword) return await leave();
    if (!(await requestProof(() => void leave(), kinds))) throw failure;
  }
  return await send();
}

/**
 * Keeps the form and leaves the page: the next page asks for the proof and sends the form again, so
 * that no typed value is lost.
 */
async function keepAndLeave(form: string, body: Body): Promise<never> {
  await call("POST", draftPath, { path: reauthenticatePath, form, typed: { ...body, form: "1" } });
  location.assign(reauthenticatePath);
  return await new Promise(() => {});
}
