import { atom } from "nanostores";

/**
 * Set while changes of quantities are pressed but not answered; otherwise undefined. Resolves once
 * all are answered: true if the server refused none and the cart has lines.
 */
export const $pendingSteps = atom<Promise<boolean> | undefined>(undefined);
