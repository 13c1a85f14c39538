import { atom } from "nanostores";

/**
 * Finishes the promo field's work: applies a typed code, or waits for a code that is being applied.
 * Resolves with the message of a refusal. Undefined while there is nothing to finish.
 */
export const $pendingPromoCode = atom<(() => Promise<string | undefined>) | undefined>(undefined);
