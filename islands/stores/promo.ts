import { atom } from "nanostores";

/**
 * Ends what is under way in the promo field: a code that is being applied, or one that was typed
 * and is not sent yet. Gives the words of a refusal. Undefined while there is nothing to end.
 */
export const $pendingPromoCode = atom<(() => Promise<string | undefined>) | undefined>(undefined);
