import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { paymentPath } from "../../server/checkout/paths.ts";
import { TestBrowser } from "../support/browser-of.ts";
import { often } from "../support/long-form.ts";
import { findTool } from "../support/missing-tools.ts";
import { runShop } from "../support/running-shop.ts";
import { type Engine, engines } from "../support/shop.ts";
import { type Write, writesIn, writesInto } from "../support/system-calls.ts";
import { canary, hasTrace } from "./canary.ts";
import { code, holder, leakingBuild } from "./leaks.ts";
import { prepareEnvironment } from "./shop-process.ts";
import { address, cardForm, shopperOn } from "./shopper.ts";

const strace = findTool("strace");

/** Shoppers pay by JSON and by the form, and send requests that no browser sends. */
async function payAndBlunder(url: string, digits: string): Promise<void> {
  const details = { ...cardForm(digits), cardName: holder, securityCode: code };
  const { browser, checkoutId, quote } = await shopperOn(new TestBrowser(url));
  const whole = JSON.stringify({ checkoutId, quote, paymentDetails: details });
  const send = async (body: string, type = "application/json") => {
    const headers = { "content-type": type, "x-csrftoken": await browser.token() };
    return (await browser.request("POST", paymentPath, { body, headers })).status;
  };
  expect(await send(whole.slice(0, -2))).toBe(400);
  expect(await send(whole, "text/plain")).toBe(415);
  expect(await send(JSON.stringify({ checkoutId, paymentDetails: { ...details, cardName: "A".repeat(5000) } }))).toBe(413);
  const fields = { checkoutId, quote, sameAsShipping: "false", ...address, postalCode: "x", ...details };
  expect((await browser.form(paymentPath, fields)).status).toBe(422);
  expect(await send(whole)).toBe(200);
}

type Seen = { toGateway: number; elsewhere: string[] };

/** Runs a shop whose writes are recorded, and reports where they contain the card. */
async function payTraced(strace: string, engine: Engine, release?: string): Promise<Seen> {
  const place = await prepareEnvironment(engine, { stock: { "v-2": 1000 }, env: { LOG_LEVEL: "trace", TRUST_PROXY: "1" } });
  const digits = canary();
  const record = join(place.directory, "writes");
  const shop = await runShop(place.env, place.directory, release, undefined, writesInto(strace, record));
  onTestFinished(() => void shop.end("SIGKILL"));

  for (let shoppers = 0; shoppers < often(1, 12); shoppers++) await payAndBlunder(shop.url, digits);
  expect(await shop.end()).toBe(0);

  const seen: Seen = { toGateway: 0, elsewhere: [] };
  const gateway = `->127.0.0.1:${new URL(place.gateway.url).port}]`;
  for await (const { target, text } of writesIn(record)) {
    if (!hasTrace(text, digits) && !text.includes(holder)) continue;
    if (target.endsWith(gateway)) seen.toGateway += 1;
    else seen.elsewhere.push(target);
  }
  return seen;
}

const leaks: readonly [where: string, statement: string, target: string][] = [
  [
    "a file that it removes at once",
    `{ const fs = await import("node:fs"); fs.writeFileSync("leak", means.card.reveal().number); fs.rmSync("leak"); }`,
    "leak",
  ],
  [
    "another connection",
    `await fetch(shop.config.publicUrl ?? "http://localhost:" + process.env.PORT, { method: "POST", body: means.card.reveal().number.split("").reverse().join("") }).catch(() => {});`,
    "TCP",
  ],
];

test("a write is read with what it goes to", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "writes-")), "writes");
  const socket = "TCP:[127.0.0.1:1->127.0.0.1:2]";
  writeFileSync(
    file,
    `11 write(5<${socket}>, "4242", 4) = 4\n12 writev(6</a>b>, [{iov_base="1", iov_len=1}], 1 <unfinished ...>\n`,
  );

  const writes: Write[] = [];
  for await (const write of writesIn(file)) writes.push(write);

  expect(writes).toEqual([
    { target: socket, text: '"4242", 4) = 4' },
    { target: "/a>b", text: '[{iov_base="1", iov_len=1}], 1 <unfinished ...>' },
  ]);
});

if (strace !== undefined) {
  test.each(engines)(
    "of all that a running shop writes the gateway's connection alone has the card, on %s",
    { timeout: 600_000 },
    async (engine) => {
      const { toGateway, elsewhere } = await payTraced(strace, engine);

      expect(elsewhere).toEqual([]);
      expect(toGateway).toBe(often(1, 12));
    },
  );

  test.each(leaks.slice(0, often(1, leaks.length)))(
    "a build that writes cards into %s is found out",
    async (_where, statement, target) => {
      const { elsewhere } = await payTraced(strace, "sqlite", leakingBuild(statement));

      expect([...new Set(elsewhere)]).toEqual([expect.stringContaining(target)]);
    },
  );
}
