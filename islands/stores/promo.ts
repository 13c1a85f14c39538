import { atom } from "nanostores";

/**
 * Finishes the promo field's work: a code that is being applied, or a typed and unsent one.
 * Resolves with the words of a refusal. Undefined while there is nothing to finish.
 */
export const $pendingPromoCode = atom<(() => Promise<string | undefined>) | undefined>(undefined);
