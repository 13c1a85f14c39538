import type { Cents } from "../../money.ts";

/** A promo code of the demo shop. Days count from the day on which the demo shop is loaded. */
type DemoPromo = {
  code: string;
  kind: "percent" | "amount" | "shipping";
  /** whole percent, or cents */
  amount: number;
  minimumCents?: Cents;
  usageLimit?: number;
  startsDaysAgo: number;
  /** negative when it has ended */
  endsInDays: number;
};

const always = { startsDaysAgo: 30, endsInDays: 3650 };

export const promos: readonly DemoPromo[] = [
  { code: "WELCOME10", kind: "percent", amount: 10, ...always },
  { code: "TAKE5", kind: "amount", amount: 500, minimumCents: 3000, ...always },
  { code: "SHIPFREE", kind: "shipping", amount: 0, ...always },
  { code: "EXPIRED1", kind: "percent", amount: 10, startsDaysAgo: 60, endsInDays: -1 },
  { code: "ONEUSE", kind: "percent", amount: 20, usageLimit: 1, ...always },
];

/** From this worth of goods one of these comes free. */
export const giftRule: { thresholdCents: Cents; products: readonly string[] } = {
  thresholdCents: 10_000,
  products: ["watching-tray", "sticker-handful"],
};
