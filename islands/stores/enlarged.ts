import { atom } from "nanostores";

/** The index of the gallery's picture that is shown large, from 0; undefined for none. */
export const $enlarged = atom<number | undefined>(undefined);
