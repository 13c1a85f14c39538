import { atom } from "nanostores";

/**
 * The steps that are pressed but not answered. Resolves once all are answered: true if the server
 * refused none and the cart still exists. Undefined while there are none.
 */
export const $pendingSteps = atom<Promise<boolean> | undefined>(undefined);
