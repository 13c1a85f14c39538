/** What the card's bank compares besides the card number: billing address, and security code. */
export const failedChecks = ["address", "code"] as const;
export type FailedCheck = (typeof failedChecks)[number];

/** The kind of an order's event that says which checks of its card failed. */
export const failedChecksKind = "card checks failed" as const;

const words: Readonly<Record<FailedCheck, string>> = {
  address: "the billing address is not the cardholder’s",
  code: "the security code is not the card’s",
};

/** Failed checks in words: `The card’s bank says that the security code is not the card’s.` */
export const failedChecksText = (failed: readonly FailedCheck[]): string =>
  `The card’s bank says that ${failed.map((check) => words[check]).join(", and that ")}.`;

/** The words for the failed checks of an order; undefined if none failed, or they were erased. */
export const failedChecksIn = (events: readonly { kind: string; note: string }[]): string | undefined =>
  events.find(({ kind }) => kind === failedChecksKind)?.note || undefined;
