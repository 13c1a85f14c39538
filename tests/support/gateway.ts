import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";
import type { GatewaySettings } from "../../server/config.ts";
import { openTestServer } from "../../server/payments/gateways/test/server.ts";
import { TransactionStore } from "../../server/payments/gateways/test/transaction-store.ts";

type GatewayHere = GatewaySettings & { stop: () => Promise<void> };

/**
 * The test gateway with the calls and file that the shop's start gives it, but in this process. For
 * tests that kill neither the gateway nor the shop.
 */
export async function openGatewayHere(file: string): Promise<GatewayHere> {
  const secret = randomBytes(32).toString("hex");
  const store = new TransactionStore(file);
  const server = openTestServer({ store, secret, clock: Date.now, slowMs: 30_000, lateMs: 60_000 });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
    store.close();
  };
  return { adapter: "http", url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, secret, stop };
}
