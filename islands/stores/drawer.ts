import { atom } from "nanostores";

/** Whether the cart drawer is open; undefined until it is there. */
export const $drawer = atom<boolean | undefined>(undefined);
