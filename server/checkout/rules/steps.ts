import { cartPath } from "../cart-paths.ts";
import { type Step, stepPath } from "../paths.ts";

/** The completed steps before the payment. The cart is completed if all of it can be bought. */
export type Progress = { cart: boolean; email: boolean; address: boolean; method: boolean };

const order: readonly { step: Step; name: string; needs: keyof Progress }[] = [
  { step: "contact", name: "Contact", needs: "cart" },
  { step: "shipping", name: "Shipping", needs: "email" },
  { step: "shipping_method", name: "Method", needs: "address" },
  { step: "payment", name: "Payment", needs: "method" },
];

/** The path of the first incomplete screen, such as the cart; undefined if `step` may be shown. */
export function stepBefore(step: Step, progress: Progress, checkoutId: string): string | undefined {
  const required = order.slice(0, order.findIndex((each) => each.step === step) + 1);
  const at = required.findIndex(({ needs }) => !progress[needs]);
  if (at < 0) return undefined;
  const earlier = order[at - 1];
  return earlier ? stepPath(earlier.step, checkoutId) : cartPath;
}

/** The five steps of the checkout's header; those before the current one are links. */
export function stepsAt(current: Step, checkoutId: string) {
  const at = order.findIndex(({ step }) => step === current);
  const steps = order.map(({ step, name }, index) => ({
    name,
    current: index === at,
    done: index < at,
    ...(index < at && { href: stepPath(step, checkoutId) }),
  }));
  return [...steps, { name: "Confirmation", current: false, done: false }];
}
