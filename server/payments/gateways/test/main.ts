import { mkdirSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { dirname } from "node:path";
import { failureOf } from "../../../db/failure.ts";
import { exitWithParent } from "../../../parent.ts";
import { openTestServer, stackWithoutMessage } from "./server.ts";
import { TransactionStore } from "./transaction-store.ts";

/**
 * The built-in test gateway, a separate program: `TEST_GATEWAY_SECRET=… node
 * server/payments/gateways/test/main.ts FILE`. Prints `{"port":…}` once it listens. It is not part
 * of the shop, so it reads the environment itself.
 */
const {
  NODE_ENV,
  ALLOW_TEST_GATEWAY,
  TEST_GATEWAY_SECRET = "",
  TEST_GATEWAY_PORT,
  TEST_GATEWAY_SLOW_MS,
  TEST_GATEWAY_LATE_MS,
} = process.env;
const file = process.argv[2];

if (NODE_ENV === "production" && ALLOW_TEST_GATEWAY !== "1")
  refuse("takes no real money: it runs in production only with ALLOW_TEST_GATEWAY=1");
if (TEST_GATEWAY_SECRET.length < 16) refuse("needs TEST_GATEWAY_SECRET, at least 16 characters");
if (!file) refuse("needs the file of its books as argument");

process.on("uncaughtException", (error) => refuse(`stopped: ${stackWithoutMessage(error)}`));

const store = openStore(file);
const server = openTestServer({
  store,
  secret: TEST_GATEWAY_SECRET,
  clock: Date.now,
  slowMs: wholeNumber("TEST_GATEWAY_SLOW_MS", TEST_GATEWAY_SLOW_MS, 30_000),
  lateMs: wholeNumber("TEST_GATEWAY_LATE_MS", TEST_GATEWAY_LATE_MS, 60_000),
});
server.listen(wholeNumber("TEST_GATEWAY_PORT", TEST_GATEWAY_PORT, 0), "127.0.0.1", () => {
  process.stdout.write(`${JSON.stringify({ port: (server.address() as AddressInfo).port })}\n`);
});

process.on("SIGTERM", leave);
// Ctrl-C reaches the whole process group, but the shop still finishes payments then. So a gateway
// started by a shop ends with the shop.
process.on("SIGINT", () => process.stdin.isTTY && leave());
exitWithParent(leave);

function leave(): never {
  server.closeAllConnections();
  store.close();
  process.exit(0);
}

function openStore(path: string): TransactionStore {
  try {
    mkdirSync(dirname(path), { recursive: true });
    return new TransactionStore(path);
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    refuse(`cannot use ${path}: ${failure}`);
  }
}

function wholeNumber(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  return /^\d{1,9}$/.test(text) ? Number(text) : refuse(`needs a whole number as ${name}`);
}

function refuse(why: string): never {
  console.error(`the test gateway ${why}`);
  process.exit(1);
}
