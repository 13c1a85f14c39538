import { onTestFinished } from "vitest";
import type { KeylessGateway, ReferencedTransaction } from "../../../server/payments/gateways/keyless.ts";
import { type NmiOptions, openNmiGateway } from "../../../server/payments/gateways/nmi/nmi-gateway.ts";
import { billing, cardOf } from "../gateways-live.ts";
import { NmiEmulator } from "./emulator.ts";

export const goodCard = "4111111111111111";
const noon = Date.UTC(2026, 10, 20, 12);
const minute = 60_000;

let calls = 0;
/** A reference that no other test uses. */
export const newReference = (): string => {
  calls += 1;
  const digits = calls.toString(5).replace(/[01]/g, (digit) => (digit === "0" ? "5" : "6"));
  return `SHOP${digits.padStart(16, "A")}`;
};

type Charge = Parameters<KeylessGateway["authorize"]>[0];

export const chargeOf = (reference: string, cardNumber = goodCard, changed: Partial<Charge> = {}): Charge => ({
  reference,
  amountCents: 4200,
  currency: "USD",
  means: { card: cardOf(cardNumber) },
  billing,
  shipping: null,
  email: "ada@example.com",
  phone: null,
  ip: null,
  ...changed,
});

export type Nmi = Awaited<ReturnType<typeof openNmi>>;

/** The adapter, connected to an emulated NMI whose clock stands still until `pass`. */
export async function openNmi(options: Partial<NmiOptions> = {}) {
  let now = noon;
  const emulator = await new NmiEmulator(() => now).start();
  onTestFinished(() => emulator.stop());
  const { url, securityKey: secret, signingKey: webhookSecret, account } = emulator;
  const gateway = openNmiGateway({ url, secret, webhookSecret, now: () => now, ...options });

  const authorized = async (reference = newReference(), amountCents = 4200): Promise<string> => {
    const result = await gateway.authorize(chargeOf(reference, goodCard, { amountCents }));
    if (result.status !== "approved") throw new Error(`not approved: ${result.code}`);
    return result.ref;
  };
  const captured = async (reference = newReference(), amountCents = 4200): Promise<string> => {
    const authRef = await authorized(reference, amountCents);
    const result = await gateway.capture({ reference: newReference(), authRef, amountCents });
    if (result.status !== "approved") throw new Error(`not captured: ${result.code}`);
    return authRef;
  };
  return {
    emulator,
    account,
    gateway,
    noon,
    authorized,
    captured,
    /** a payment that was captured and settled */
    settled: async (reference = newReference(), amountCents = 4200): Promise<string> => {
      const authRef = await captured(reference, amountCents);
      account.settle();
      return authRef;
    },
    pass: (minutes: number): void => {
      now += minutes * minute;
    },
    /** how often a call of this type reached NMI */
    sent: (type: string): number => emulator.calls.filter(({ fields }) => fields.type === type).length,
    recorded: async (wanted: Parameters<KeylessGateway["lookup"]>[0]): Promise<ReferencedTransaction> => {
      const found = await gateway.lookup(wanted);
      if (found.status !== "approved" && found.status !== "declined") throw new Error(`it is ${found.status}`);
      return found;
    },
  };
}
