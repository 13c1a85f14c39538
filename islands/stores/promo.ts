import { atom } from "nanostores";

/**
 * Finishes the promo field's work: a code that is being applied, or one that was typed and not sent
 * yet. Resolves with the words of a refusal. Undefined while there is nothing to finish.
 */
export const $pendingPromoCode = atom<(() => Promise<string | undefined>) | undefined>(undefined);
