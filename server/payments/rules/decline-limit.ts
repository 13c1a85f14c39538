/** Who have a limit of declined cards of their own in the whole shop. */
export const limitedPayers = ["guests", "customers"] as const;
export type LimitedPayers = (typeof limitedPayers)[number];

/** Whose cards are all refused, since so many were declined within an hour; until this time (ms) at least. */
export type ReachedLimit = { payers: LimitedPayers; count: number; until: number };

const payerWords: Readonly<Record<LimitedPayers, string>> = {
  guests: "guests",
  customers: "customers with an account",
};

/** For the owner. */
export const limitedWords = (payers: LimitedPayers): string => payerWords[payers];
