/** What the cardholder's bank compares besides the number: the billing address, and the card's code. */
export const failedChecks = ["address", "code"] as const;
export type FailedCheck = (typeof failedChecks)[number];

/** The kind of an order's event that says which checks of its card failed. */
export const failedChecksKind = "card checks failed" as const;

const words: Readonly<Record<FailedCheck, string>> = {
  address: "the billing address is not the cardholder’s",
  code: "the security code is not the card’s",
};

/** Failed checks in words: `The card’s bank says that the billing address is not the cardholder’s.` */
export const failedChecksText = (failed: readonly FailedCheck[]): string =>
  `The card’s bank says that ${failed.map((check) => words[check]).join(", and that ")}.`;

/** The words for the failed checks of an order; undefined if none failed, or they were erased. */
export const failedChecksIn = (events: readonly { kind: string; note: string }[]): string | undefined =>
  events.find(({ kind }) => kind === failedChecksKind)?.note || undefined;
