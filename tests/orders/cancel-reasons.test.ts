import { expect, test } from "vitest";
import { reasons } from "../../server/orders/rules/cancel-reasons.ts";

test("the dialog offers ten reasons, in the specified order (requirement 234)", () => {
  const specified =
    "order created by mistake; item(s) would not arrive on time; shipping cost too high; item price too high; found cheaper somewhere else; " +
    "need to change shipping address; need to change shipping speed; need to change billing address; need to change payment method; other";
  expect(reasons.join("; ")).toBe(specified);
});
