import { atom } from "nanostores";

/** Which of the gallery's pictures is shown large, from 0. */
export const $enlarged = atom<number | undefined>(undefined);
