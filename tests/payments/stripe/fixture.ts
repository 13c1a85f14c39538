import { onTestFinished } from "vitest";
import type { ElsewhereResult } from "../../../server/payments/gateways/gateway.ts";
import type { KeylessGateway, ReferencedTransaction } from "../../../server/payments/gateways/keyless.ts";
import { openStripeGateway, type StripeOptions } from "../../../server/payments/gateways/stripe/stripe-gateway.ts";
import { billing } from "../gateways-live.ts";
import type { StripeAccount } from "./account.ts";
import { StripeEmulator } from "./emulator.ts";

export const goodCard = "4242424242424242";
export const minute = 60_000;
const noon = Date.UTC(2026, 10, 20, 12);

let calls = 0;
/** A reference that no other test uses. */
export const newReference = (): string => {
  calls += 1;
  const digits = calls.toString(5).replace(/[01]/g, (digit) => (digit === "0" ? "5" : "6"));
  return `SHOP${digits.padStart(16, "A")}`;
};

type Charge = Parameters<KeylessGateway["authorize"]>[0];

export const hosted = {
  returnUrl: "https://shop.example/paid",
  cancelUrl: "https://shop.example/back",
  until: noon + 30 * minute,
};

export const chargeOf = (reference: string, changed: Partial<Charge> = {}): Charge => ({
  reference,
  amountCents: 4200,
  currency: "USD",
  means: { hosted },
  billing,
  shipping: null,
  email: "ada@example.com",
  phone: null,
  ip: null,
  ...changed,
});

/** A shopper pays on the page; the answer is where the browser is sent, or the page's status. */
export async function payOn(address: string, card = goodCard): Promise<string | number> {
  const answer = await fetch(address, { method: "POST", body: new URLSearchParams({ number: card }), redirect: "manual" });
  return answer.headers.get("location") ?? answer.status;
}

/** The adapter, connected to an emulated Stripe whose clock stands still until `pass`. */
export async function openStripe(options: Partial<StripeOptions> = {}) {
  let now = noon;
  const emulator = await new StripeEmulator(() => now).start();
  onTestFinished(() => emulator.stop());
  const { url, secretKey: secret, webhookSecret } = emulator;
  // TypeScript allows assertions only on a value whose type is written out.
  const account: StripeAccount = emulator.account;
  const gateway = openStripeGateway({ url, secret, webhookSecret, now: () => now, ...options });

  const opened = async (reference = newReference(), amountCents = 4200): Promise<ElsewhereResult & { ref: string }> => {
    const result = await gateway.authorize(chargeOf(reference, { amountCents }));
    if (result.status !== "elsewhere" || result.ref === null) throw new Error(`no page: ${result.code}`);
    return { ...result, ref: result.ref };
  };
  const recorded = async (wanted: Parameters<KeylessGateway["lookup"]>[0]): Promise<ReferencedTransaction> => {
    const found = await gateway.lookup(wanted);
    if (found.status !== "approved" && found.status !== "declined") throw new Error(`it is ${found.status}`);
    return found;
  };
  const authorized = async (reference = newReference(), card = goodCard, amountCents = 4200): Promise<string> => {
    const { ref, page } = await opened(reference, amountCents);
    await payOn(page.address, card);
    return (await recorded({ reference, ref })).ref;
  };
  const captured = async (reference = newReference(), card = goodCard): Promise<string> => {
    const authRef = await authorized(reference, card);
    const result = await gateway.capture({ reference: newReference(), authRef, amountCents: 4200 });
    if (result.status !== "approved") throw new Error(`not captured: ${result.code}`);
    return authRef;
  };
  return {
    emulator,
    account,
    gateway,
    noon,
    opened,
    recorded,
    authorized,
    captured,
    pass: (ms: number): void => {
      now += ms;
    },
    /** how often this operation reached Stripe */
    sent: (name: string): number => emulator.calls.filter((call) => call.name === name).length,
  };
}
