import { describe, expect, test } from "vitest";
import { findBreaches, findGatewayBreaches } from "../../server/payments/invariants.ts";
import { type Draws, drawsOf, seedOfRun } from "../support/draws.ts";
import { isProof, often, proofEngines } from "../support/long-form.ts";
import { openShop, type TestShop } from "../support/shop.ts";
import { customerCalled, guestCalled } from "../web/permissions/people.ts";
import type { Known, Row } from "../web/permissions/row.ts";
import { table } from "../web/permissions/table.ts";
import { exchange } from "./fuzz/exchange.ts";
import { type RightRequest, wrongBytes, wrongRequest } from "./fuzz/requests.ts";

/** The numbers of requests and of lanes for each engine. */
const requests = often(400, 50_000);
const lanes = often(6, 24);
/**
 * After so many requests a lane continues as another person, since a request may have signed the
 * last one out.
 */
const perPerson = 250;

type Found = { fault: string; of: string };

/**
 * The number of people so far. `somebody` adds a person with a record of each kind, who is a
 * signed-in customer or a guest.
 */
let people = 0;
const ordersOfPeople: string[] = [];
async function somebody(shop: TestShop, draws: Draws): Promise<Known> {
  people += 1;
  const isGuest = draws.below(3) === 0;
  const known = await (isGuest ? guestCalled(shop, `guest-${people}`) : customerCalled(shop, `customer-${people}`));
  ordersOfPeople.push(known.orderId);
  // A guest has none of the links that an account's emails contain.
  return isGuest ? { ...known, link: async () => "A".repeat(43) } : known;
}

/**
 * The breaches that fsck finds, except for the unpaid orders that the test wrote for its people.
 */
async function breaches({ shop }: TestShop) {
  const written = await shop.db
    .selectFrom("orders")
    .select(["id", "checkout_id", "number"])
    .where("id", "in", ordersOfPeople)
    .execute();
  const known = new Set<unknown>(written.flatMap(({ id, checkout_id, number }) => [id, checkout_id, number]));
  const found = [...(await findBreaches(shop.db)), ...((await findGatewayBreaches(shop.db, shop.gateway)) ?? [])];
  return found.filter(({ row }) => !Object.values(row).some((value) => known.has(value)));
}

async function rightRequest(draws: Draws, row: Row, { browser, ...known }: Known): Promise<RightRequest> {
  const about = { ...known, browser };
  const token = await browser.token();
  return {
    method: row.method,
    path: (await row.at?.(about)) ?? row.path.replace(/:\w+/g, known.orderId),
    fields: { ...(await row.json?.(about)), ...(draws.below(4) === 0 && row.native?.(about)) },
    cookie: browser.cookie,
    token,
  };
}

/**
 * A lane of requests, one after the other, to each route in turn; returns the faults of the
 * answers.
 */
async function attack(shop: TestShop, draws: Draws, lane: number, statuses: Map<number, number>): Promise<Found[]> {
  const port = Number(new URL(shop.url).port);
  const found: Found[] = [];
  let person = await somebody(shop, draws);
  for (let sent = 0; sent < requests / lanes; sent++) {
    if (sent % perPerson === perPerson - 1) person = await somebody(shop, draws);
    const row = table[(sent * lanes + lane) % table.length] ?? draws.one(table);
    const { about, bytes } =
      draws.below(25) === 0 ? wrongBytes(draws) : wrongRequest(draws, await rightRequest(draws, row, person));
    const { status, text } = await exchange(port, bytes);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status === 0 || status >= 500) found.push({ fault: `answered ${status}`, of: about });
    if (/\n\s+at |node:internal|\.ts:\d|node_modules/.test(text)) found.push({ fault: "shows a place in the code", of: about });
  }
  return found;
}

describe.each(proofEngines)("requests that nobody means, on %s", { timeout: 7_200_000 }, (engine) => {
  test("are each answered, none by an error of the shop's, and leave nothing wrong behind", async () => {
    const seed = seedOfRun();
    const shop = await openShop({ engine, env: { TRUST_PROXY: "1" }, stock: { "v-1": 100_000, "v-2": 100_000, "v-3": 100_000 } });
    const statuses = new Map<number, number>();

    const found = await Promise.all(
      Array.from({ length: lanes }, (_, lane) => attack(shop, drawsOf(seed + lane), lane, statuses)),
    );

    const said = [...statuses].sort(([one], [other]) => one - other).map(([status, times]) => `${status} ${times} times`);
    if (isProof) console.log(`${engine}, PROVE_SEED=${seed}: ${requests} requests, answered ${said.join(", ")}`);
    expect([`PROVE_SEED=${seed}`, found.flat()]).toEqual([`PROVE_SEED=${seed}`, []]);
    expect(shop.log.filter((line) => /"level":(50|60)/.test(line))).toEqual([]);
    await shop.runJobs();
    expect(await breaches(shop)).toEqual([]);
  });
});
