import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openHttpGateway } from "../../server/payments/gateways/http-gateway.ts";
import { openTestServer } from "../../server/payments/gateways/test/server.ts";
import { TransactionStore } from "../../server/payments/gateways/test/transaction-store.ts";
import { charge } from "./gateways-live.ts";

/** A card that the test gateway approves only after the connection broke. */
const lateCard = "9999990000000113";

test("the test gateway approves when it ends what it would have approved later, and nothing afterwards", async () => {
  const folder = await mkdtemp(join(tmpdir(), "gateway-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const store = new TransactionStore(join(folder, "gateway.db"));
  const server = openTestServer({ store, secret: "secret", clock: Date.now, slowMs: 1, lateMs: 50 });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const answer = await openHttpGateway({ url, secret: "secret", refuseInsideTransaction: () => {} }).authorize(
    charge("late", lateCard),
  );
  expect([answer.status, store.byKey("late")]).toEqual(["unknown", undefined]);
  const closed = once(server, "close");
  server.close();
  server.closeAllConnections();
  await closed;
  expect(store.byKey("late")).toMatchObject({ kind: "authorize", state: "authorized" });
  store.close();
  // This pause is longer than the 50 ms after which the gateway would have approved the payment. If
  // the closed gateway still approved it, the closed store would throw an error and fail the test.
  await new Promise((resolve) => setTimeout(resolve, 100));
});
