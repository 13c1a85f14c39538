import { botCheckPath } from "../../server/identity/paths.ts";
import type { WorkChallenge } from "../../server/web/proof-of-work/schema.ts";
import { CallError, call } from "../call.ts";
import { canWork, solveChallenge } from "../ui/proof-of-work.ts";
import type { SignupFormProps } from "./signup-form.props.ts";

type Bots = SignupFormProps["bots"];
type Widget = { ready(work: () => void): void; execute(siteKey: string, options: { action: string }): Promise<string> };

const failed = "We couldn’t verify that you’re human. Please try again.";

/**
 * Makes a token of the bot check with the action LOGIN (requirement 185). `onProgress` gets the
 * completed share, from 0 to 1. Rejects with CallError. Empty if this browser cannot make a token,
 * such as on a page without https or with a blocked widget.
 */
export async function makeBotToken({ kind, siteKey = "" }: Bots, onProgress: (part: number) => void): Promise<string> {
  if (kind === "recaptcha") return await executeRecaptcha(siteKey);
  if (!canWork()) return "";
  const challenge = await call<WorkChallenge>("GET", botCheckPath);
  const token = await solveChallenge(challenge, onProgress);
  if (!token) throw new CallError(failed);
  return token;
}

/** Runs the widget; the page loads its script if the shop's owner has configured it. */
function executeRecaptcha(siteKey: string): Promise<string> {
  const { grecaptcha } = globalThis as { grecaptcha?: Widget };
  if (!grecaptcha) return Promise.resolve("");
  return new Promise((resolve, reject) => {
    const fail = () => reject(new CallError(failed));
    grecaptcha.ready(() => void grecaptcha.execute(siteKey, { action: "LOGIN" }).then(resolve, fail));
  });
}
