import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CardData } from "../../server/payments/gateways/card-data.ts";
import type { Authorization, Gateway, RecordedTransaction } from "../../server/payments/gateways/gateway.ts";
import { openHttpGateway } from "../../server/payments/gateways/http-gateway.ts";
import { startTestGateway, type TestGateway } from "../../server/payments/gateways/test/start.ts";

export type LiveGateway = TestGateway & {
  gateway: Gateway;
  file: string;
  transactions(): Promise<readonly RecordedTransaction[]>;
  /** approves all pending late payments now */
  clearLate(): Promise<void>;
  close(): Promise<void>;
};

/** Starts the real test gateway in its own process, and connects the shop's adapter to it. */
export async function openLiveGateway(env: NodeJS.ProcessEnv = {}, deadlineMs = 20_000): Promise<LiveGateway> {
  const directory = await mkdtemp(join(tmpdir(), "gateway-"));
  const file = join(directory, "gateway.db");
  const started = await startTestGateway({ file, env });
  const gateway = openHttpGateway({ url: started.url, secret: started.secret, refuseInsideTransaction: () => {}, deadlineMs });
  const headers = { authorization: `Bearer ${started.secret}` };
  return {
    ...started,
    gateway,
    file,
    transactions: async () => {
      const listing = await gateway.list({ since: 0, until: Number.MAX_SAFE_INTEGER });
      if (listing.status !== "listed") throw new Error(`the gateway listed no transactions: ${listing.code}`);
      return listing.transactions;
    },
    clearLate: async () => {
      await fetch(`${started.url}/late`, { method: "POST", headers });
    },
    close: async () => {
      await started.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

const twoYearsOn = String((new Date().getFullYear() + 2) % 100).padStart(2, "0");

export const cardOf = (cardNumber: string, changed: Partial<{ expirationDate: string; securityCode: string }> = {}): CardData =>
  new CardData({ cardNumber, expirationDate: `12/${twoYearsOn}`, securityCode: "123", cardName: "Ada Shopper", ...changed });

export const goodCard = "4242424242424242";

export const billing = {
  firstName: "Ada",
  lastName: "Shopper",
  streetAddress1: "1 Fern Lane",
  city: "Portland",
  postalCode: "97201",
  country: "US",
  countryArea: "OR",
};

export const charge = (key: string, cardNumber = goodCard, changed: Partial<Authorization> = {}): Authorization => ({
  key,
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
