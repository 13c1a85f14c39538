import { atom } from "nanostores";

/** A product whose options are shown for a choice. */
export type OptionChoice = {
  name: string;
  /** the address of its page, which has the options */
  href: string;
  /** gets the focus back */
  opener: HTMLElement;
  /** called once the options are shown, or if they cannot be shown */
  settled: () => void;
};

export const $choosing = atom<OptionChoice | undefined>(undefined);
