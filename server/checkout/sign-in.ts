import type { Request } from "express";
import { signInFor } from "../customers/paths.ts";
import { type Step, stepPath } from "./paths.ts";

/** The path to the sign-in, which then leads back to a step of the checkout. */
export const signInForStep = (step: Step, checkoutId: string): string => signInFor(stepPath(step, checkoutId));

/**
 * Saves the typed values of a native form, and returns the path to the sign-in. The step then shows
 * the values again.
 */
export async function keepForSignIn(req: Request, step: Step, checkoutId: string): Promise<string> {
  await req.saveDraft(stepPath(step, checkoutId));
  return signInForStep(step, checkoutId);
}

/** The path that a form's page redirects to. Before a sign-in, saves the typed values. */
export const redirectOf = async (req: Request, redirect: string, step: Step, checkoutId: string): Promise<string> =>
  redirect === signInForStep(step, checkoutId) ? await keepForSignIn(req, step, checkoutId) : redirect;
