import { useState } from "react";
import type { SignInAnswer, VerifyAnswer } from "../../server/identity/calls.ts";
import { secondStepPath, tokenPath } from "../../server/identity/paths.ts";
import { homePath } from "../../server/paths.ts";
import { CallError, call } from "../call.ts";
import { toast } from "../stores/toasts.ts";
import { type Fields, useFormState } from "../ui/form-state.ts";
import { prefixed } from "../ui/prefixed.ts";
import { isWorkRequired, sendWithWork, type WorkOptions } from "../ui/press-work.ts";
import { canWork } from "../ui/proof-of-work.ts";

/** The favourites of a guest in this browser (islands/stores/wishlist.ts), the latest first. */
function guestFavourites(): unknown {
  try {
    return JSON.parse(localStorage[prefixed("favorites")]);
  } catch {
    return [];
  }
}

/**
 * The last step of every sign-in: exchanges the token for a session, adds the guest's favourites to
 * the customer's list, and leaves the page (requirements 179, 189). Rejects with CallError.
 */
export async function enterWith(token: string, next: string, leave = (path: string) => location.assign(path)): Promise<void> {
  const signedIn = await call<VerifyAnswer>("POST", tokenPath, { token, favorites: guestFavourites() }).catch(
    (failure: CallError) => {
      if (failure.code !== "second_factor") throw failure;
      leave(`${secondStepPath}?next=${encodeURIComponent(next)}`);
    },
  );
  if (!signedIn) return;
  localStorage.removeItem(prefixed("favorites"));
  toast("success", signedIn.message);
  leave(next);
}

type SignInFormInput = Parameters<typeof useFormState>[0] & {
  formError?: string | undefined;
  next?: string | undefined;
  /** leaves the page, if it must not be left by `location.assign` */
  leave?: (path: string) => void;
};
/** An answer with neither a token nor errors means that something else continues the sign-in. */
type Ask = (fields: Fields) => Promise<SignInAnswer | { token?: never; errors?: never }>;

export const workText = "Checking this sign-in first. This takes a few seconds.";

/**
 * Sends a password with the proof of work that the shop asks for, if any. If this browser cannot do
 * the work, the form is sent as without scripts: the page then offers a mailed link.
 */
export async function sendPassword<Answer>(
  send: (work: string | undefined) => Promise<Answer>,
  options: WorkOptions,
  form: HTMLFormElement | null,
): Promise<Answer | Record<string, never>> {
  try {
    return (await sendWithWork(send, options)) ?? {};
  } catch (refusal) {
    if (!isWorkRequired(refusal) || canWork()) throw refusal;
    form?.submit();
    return {};
  }
}

/**
 * A form that signs in. It shows errors beside their fields and a refusal in a banner above; with a
 * token the sign-in continues.
 */
export function useSignInForm({ formError, next, leave, ...given }: SignInFormInput, ask: Ask) {
  const [banner, show] = useState(formError);
  const state = useFormState(given, async (fields) => {
    show(undefined);
    try {
      const answer = await ask(fields);
      if (answer.token) await enterWith(answer.token, next ?? homePath, leave);
      return answer;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      show(error.message);
      // The banner already shows the message.
      return error.code === "wrong_credentials" ? { errors: [{ field: "password", message: error.message }], message: "" } : {};
    }
  });
  return { ...state, banner };
}
