import { onTestFinished } from "vitest";
import {
  type AuthorizeNetOptions,
  openAuthorizeNetGateway,
} from "../../../server/payments/gateways/authorize-net/authorize-net-gateway.ts";
import type { CardData } from "../../../server/payments/gateways/card-data.ts";
import type { HostedPage } from "../../../server/payments/gateways/gateway.ts";
import type { KeylessGateway } from "../../../server/payments/gateways/keyless.ts";
import { billing, cardOf } from "../gateways-live.ts";
import { type Emulator, startEmulator } from "./emulator.ts";

export type Connected = { emulator: Emulator; gateway: KeylessGateway };
type Charge = Parameters<KeylessGateway["authorize"]>[0];

/** Numbers of cards by what the emulator says to them. */
export const cards = {
  good: "4111111111111111",
  masterCard: "5424000000000015",
  declined: "4000000000000002",
  expired: "4000000000000069",
  wrongCode: "4000000000000127",
  processorAway: "4000000000000119",
};

/** Starts an emulator for one test, and connects the adapter to it. */
export async function connect(options: Partial<AuthorizeNetOptions> = {}): Promise<Connected> {
  const now = options.now && { now: options.now };
  const emulator = await startEmulator(now ?? {});
  onTestFinished(() => emulator.close());
  return { emulator, gateway: openTo(emulator, options) };
}

export const openTo = ({ url, login, secret }: Emulator, options: Partial<AuthorizeNetOptions> = {}): KeylessGateway =>
  openAuthorizeNetGateway({ url, login, secret, ...options });

export const charge = (reference: string, card: string | CardData = cards.good, changed: Partial<Charge> = {}): Charge => ({
  reference,
  amountCents: 4200,
  currency: "USD",
  means: { card: typeof card === "string" ? cardOf(card) : card },
  billing,
  shipping: null,
  email: "ada@example.com",
  phone: null,
  ip: null,
  ...changed,
});

/** What changes in a charge whose shopper pays on the gateway's page. */
export const hosted = {
  means: {
    hosted: {
      returnUrl: "https://shop.example/checkout/paid?a=1",
      cancelUrl: "https://shop.example/checkout/canceled?a=1&b=2",
      until: Number.MAX_SAFE_INTEGER,
    },
  },
};

/** Asks for a page, and returns its place. */
export async function pageFor({ gateway }: Connected, reference: string, changed: Partial<Charge> = {}): Promise<HostedPage> {
  const result = await gateway.authorize(charge(reference, cards.good, { ...hosted, ...changed }));
  if (result.status !== "elsewhere") throw new Error(`the page was ${result.status}: ${result.code}`);
  return result.page;
}

/** Authorizes a payment, and returns the gateway's number of it. */
export async function authorized({ gateway }: Connected, reference: string, changed: Partial<Charge> = {}): Promise<string> {
  const result = await gateway.authorize(charge(reference, cards.good, changed));
  if (result.status !== "approved") throw new Error(`the authorization was ${result.status}: ${result.code}`);
  return result.ref;
}

/** Authorizes and captures a payment. */
export async function captured(connected: Connected, reference: string, amountCents = 4200): Promise<string> {
  const authRef = await authorized(connected, reference);
  await connected.gateway.capture({ reference: `${reference}C`, authRef, amountCents });
  return authRef;
}

/** A payment that the gateway has settled. */
export async function settled(connected: Connected, reference: string): Promise<string> {
  const authRef = await captured(connected, reference);
  connected.emulator.settle();
  return authRef;
}
