import type { Request } from "express";
import { signInFor } from "../customers/paths.ts";
import { type Step, stepPath } from "./paths.ts";

/** Leads to the sign-in, and back to a step of the checkout. */
export const signInForStep = (step: Step, checkoutId: string): string => signInFor(stepPath(step, checkoutId));

/** The sign-in for a native form of the step, which then shows the typed values again. */
export async function keepForSignIn(req: Request, step: Step, checkoutId: string): Promise<string> {
  await req.saveDraft(stepPath(step, checkoutId));
  return signInForStep(step, checkoutId);
}

/** Where a form's page leads; the way to the sign-in keeps the typed values. */
export const redirectOf = async (req: Request, redirect: string, step: Step, checkoutId: string): Promise<string> =>
  redirect === signInForStep(step, checkoutId) ? await keepForSignIn(req, step, checkoutId) : redirect;
