import { expect, test, vi } from "vitest";
import { checkGateway } from "../../server/payments/check-gateway.ts";
import { type CheckResult, type Gateway, unanswered } from "../../server/payments/gateways/gateway.ts";
import type { Shop } from "../../server/shop.ts";

/** A gateway that gives these answers in turn, and the log of a shop that asks it. */
function shopWith(...answers: CheckResult[]) {
  const log = { warn: vi.fn(), error: vi.fn() };
  const gateway = { check: async () => answers.shift() } as unknown as Gateway;
  return { shop: { gateway, log } as unknown as Shop, log, answers };
}

const refused = { status: "refused", text: "PAYMENT_GATEWAY_SECRET must be another" } as const;
const soon = { deadline: 1, again: 1 };

test("a gateway that refuses the shop stops the start, and the message names the variable", async () => {
  await expect(checkGateway(shopWith(refused).shop)).rejects.toThrow(refused.text);
});

test("a silent gateway stops no start, and is asked until it accepts the shop", async () => {
  const { shop, log, answers } = shopWith(unanswered("timeout"), unanswered("timeout"), { status: "accepted" });

  await checkGateway(shop, soon);

  await vi.waitFor(() => expect(answers).toEqual([]));
  expect(log.warn).toHaveBeenCalledTimes(2);
  expect(log.error).not.toHaveBeenCalled();
});

test("a gateway that was silent at the start and refuses the shop later is named in the log", async () => {
  const { shop, log } = shopWith(unanswered("timeout"), refused);

  await checkGateway(shop, soon);

  await vi.waitFor(() => expect(log.error).toHaveBeenCalledWith({ why: refused.text }, expect.any(String)));
});
