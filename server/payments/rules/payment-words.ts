import type { AttemptState } from "./attempt.ts";

const words: Readonly<Record<AttemptState, string>> = {
  created: "it is about to be sent to the card gateway",
  sent: "it was sent to the card gateway, which has not answered yet",
  unknown: "its outcome is not known yet",
  elsewhere: "it is being made on the gateway’s own page",
  held: "it is held for review",
  authorized: "it was approved, and its order is being written",
  finalized: "it was approved",
  captured: "the card was charged",
  declined: "it was declined, and nothing was taken",
  not_found: "it never reached the card gateway, and nothing was taken",
  voiding: "the hold on the card is being released",
  voided: "the hold on the card was released",
  refunding: "its money is on its way back to the card",
  part_refunded: "a part of it was refunded to the card",
  refunded: "it was refunded to the card",
};

/** The outcome of a payment without an order, as the end of a sentence. */
export const paymentWords = (state: AttemptState): string => words[state];
