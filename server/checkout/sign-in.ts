import { signInFor } from "../customers/paths.ts";
import { type Step, stepPath } from "./paths.ts";

/** Leads to the sign-in, and back to a step of the checkout. */
export const signInForStep = (step: Step, checkoutId: string): string => signInFor(stepPath(step, checkoutId));
