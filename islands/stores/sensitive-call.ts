import type { Unproven } from "../../server/customers/calls.ts";
import { reauthenticatePath } from "../../server/customers/paths.ts";
import { draftPath } from "../../server/paths.ts";
import { CallError, call, type Method } from "../call.ts";
import { requestProof } from "./reauthentication.ts";

type Body = Record<string, string | undefined>;

/**
 * A call that may need a recent proof of who is signed in: asks for one in a dialog and then makes
 * the call again (decisions §5). Rejects with the first refusal when the dialog is closed.
 */
export async function sensitiveCall<Answer>(method: Method, path: string, body: Body = {}): Promise<Answer> {
  try {
    return await call<Answer>(method, path, body);
  } catch (failure) {
    if (!(failure instanceof CallError && failure.code === "reauthenticate")) throw failure;
    const leave = () => void keepAndLeave(path, body);
    const { hasPassword, hasPasskey } = failure.data as Unproven;
    if (!hasPassword) return await keepAndLeave(path, body);
    if (!(await requestProof(leave, hasPasskey))) throw failure;
  }
  return await call<Answer>(method, path, body);
}

/** The page asks for the proof and sends the form again: nothing typed is lost. */
async function keepAndLeave(form: string, body: Body): Promise<never> {
  await call("POST", draftPath, { path: reauthenticatePath, form, typed: { ...body, form: "1" } });
  location.assign(reauthenticatePath);
  return await new Promise(() => {});
}
