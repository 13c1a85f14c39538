import { expect, test } from "vitest";
import { replacedNote } from "../../server/orders/rules/words.ts";
import { staffWord } from "../../server/staff/orders/order-history.ts";

// The types ensure that each kind has words (`OrderEventKind`).
test.each([
  { kind: "placed", note: "", words: "Order placed" },
  { kind: "part shipped", note: "1 × Bowl", words: "Shipped in part: 1 × Bowl" },
  { kind: "canceled", note: "by the shop", words: "Canceled by the shop" },
  { kind: "canceled", note: replacedNote, words: "Canceled to place it again with another address" },
  { kind: "cancelation declined", note: "", words: "Request to cancel declined: the order stays" },
  { kind: "refund declined", note: "account_closed", words: "Refund refused by the bank" },
  { kind: "email sent again", note: "Shipped", words: "Email sent again" },
  { kind: "of a later release", note: "", words: "of a later release" },
])("the staff read of an order’s event $kind: $words", ({ kind, note, words }) => {
  expect(staffWord({ kind, note })).toBe(words);
});
