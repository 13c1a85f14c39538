import { atom } from "nanostores";

/** Whether the cart drawer is open; undefined until it exists. */
export const $drawer = atom<boolean | undefined>(undefined);
