import { atom } from "nanostores";

/** Whether the cart drawer is open. */
export const $drawer = atom(false);
