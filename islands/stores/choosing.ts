import { atom } from "nanostores";

/** A product whose options are being chosen from. */
export type Choosing = {
  name: string;
  /** of its page, which has the options */
  href: string;
  /** gets the focus back */
  opener: HTMLElement;
  /** called when the options are shown, or could not be */
  settled: () => void;
};

export const $choosing = atom<Choosing | undefined>(undefined);
