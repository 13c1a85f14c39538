import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { schema } from "../../islands/checkout/payment-wait.props.ts";
import * as paymentWait from "../../islands/checkout/payment-wait.tsx";
import { fakeShop, reply } from "../islands-shop/fake-shop.ts";
import { doing, openScreen } from "../islands-shop/screen.ts";
import { states } from "./payment-wait.states.ts";

const { href } = states.waiting;
const find = "GET /storefront/checkout/find";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => doing(() => vi.advanceTimersByTime(ms));

test("it looks ever more seldom whether the bank has answered, also after a lost answer, and then shows the page of the outcome", async () => {
  const paying = { data: { id: "c1", state: "paying", lines: [] } };
  const shop = fakeShop({
    [find]: [
      () => Promise.resolve(reply(200, paying)),
      () => Promise.reject(new TypeError("gone")),
      () => Promise.resolve(reply(200, { data: { id: "c1", state: "completed" } })),
    ],
  });
  const left = vi.spyOn(location, "replace").mockImplementation(() => {});
  const screen = await openScreen("payment-wait", { ...paymentWait, schema }, states.waiting);
  expect(screen.get("a").getAttribute("href")).toBe(href);

  await pass(999);
  expect(shop.requests).toHaveLength(0);
  await pass(1);
  expect(shop.requests).toHaveLength(1);
  await pass(1_499);
  expect(shop.requests).toHaveLength(1);
  await pass(1);
  await pass(2_250);

  expect(shop.requests).toHaveLength(3);
  expect(left.mock.calls).toEqual([[href]]);
  await pass(60_000);
  expect(shop.requests).toHaveLength(3);
  left.mockRestore();
});
