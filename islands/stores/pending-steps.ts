import { atom } from "nanostores";

/**
 * The steps of lines that are pressed and not answered. Resolves when all are: true when the server
 * refused none and there is a cart still. Undefined while there are none.
 */
export const $pendingSteps = atom<Promise<boolean> | undefined>(undefined);
