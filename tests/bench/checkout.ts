import type { Agent } from "node:http";
import { createPath } from "../../server/checkout/cart-paths.ts";
import { emailPath, shippingPath, stepPath, totalsPath } from "../../server/checkout/paths.ts";
import { addressWith } from "../support/addresses.ts";
import { newShopper, type Shopper } from "./shopper.ts";

/** The calls of one purchase, in the order in which a shopper makes them. */
export const steps = ["token", "create", "line", "email", "shipping", "shipping_method", "billing", "totals", "payment"] as const;
export type Step = (typeof steps)[number];

export const shipTo = "NY";
const address = addressWith({
  firstName: "Robin",
  lastName: "Field",
  streetAddress1: "12 Meadow Lane",
  city: "New York",
  postalCode: "10001",
  countryArea: shipTo,
  phone: "212 555 0100",
});
const card = { cardNumber: "4242424242424242", expirationDate: "12/30", securityCode: "123", cardName: "Robin Field" };

type Bought = { variantId: string; methodId: string; nth: number };
export type Times = Record<Step, number>;

/**
 * A guest buys one product, from the token to the order; returns the ms of each call. Throws if
 * there is no order in the end.
 */
export async function buy(agent: Agent, port: number, { variantId, methodId, nth }: Bought): Promise<Times> {
  const shopper = newShopper(agent, port);
  const times: Partial<Times> = {};
  const timed = async <Answer>(step: Step, call: () => Promise<Answer>): Promise<Answer> => {
    const start = performance.now();
    const answer = await call();
    times[step] = performance.now() - start;
    return answer;
  };
  const post = (step: Step, body: Record<string, unknown>) =>
    timed(step, () => shopper.post(`/storefront/checkout/${step}`, body));

  await timed("token", () => shopper.get("/storefront/api/csrf"));
  const { checkoutId } = await post("create", {});
  await post("line", { checkoutId, variantId });
  await post("email", { checkoutId, email: `shopper-${nth}@example.com` });
  await post("shipping", { checkoutId, shippingAddress: address });
  await post("shipping_method", { checkoutId, shippingMethodId: methodId });
  await post("billing", { checkoutId, billingAddress: address });
  const totals = await timed("totals", () => shopper.get(`${totalsPath}?checkoutId=${checkoutId}`));
  const { quote } = (JSON.parse(totals.text) as { data: { quote: string } }).data;
  const { orderId } = await post("payment", { checkoutId, quote, paymentDetails: card });
  if (typeof orderId !== "string") throw new Error("a payment without an order");
  return times as Times;
}

/** The first shipping method that the shop offers for this bench's address. */
export async function offeredMethod(agent: Agent, port: number, variantId: string): Promise<string> {
  const shopper: Shopper = newShopper(agent, port);
  await shopper.get("/storefront/api/csrf");
  const { checkoutId } = await shopper.post(createPath, { lines: [{ variantId, quantity: 1 }] });
  await shopper.post(emailPath, { checkoutId, email: "shopper@example.com" });
  await shopper.post(shippingPath, { checkoutId, shippingAddress: address });
  const { text } = await shopper.get(stepPath("shipping_method", String(checkoutId)));
  const methodId = /name="shippingMethodId"[^>]* value="([^"]+)"/.exec(text)?.[1];
  if (!methodId) throw new Error("the shop offers no way to ship");
  return methodId;
}
