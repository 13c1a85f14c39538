import { expect, test } from "vitest";
import { transact } from "../../server/db/transaction.ts";
import { tellOfDeclineLimit } from "../../server/payments/decline-limit.ts";
import { recordDecline } from "../../server/payments/rate-limits.ts";
import { staffPath, staffPaymentsPath } from "../../server/staff/paths.ts";
import { staffBrowser } from "../staff/staff-fixture.ts";
import { emailsIn } from "../support/sent-emails.ts";
import { openShop, type TestShop } from "../support/shop.ts";

const minute = 60_000;
const owner = "owner@example.com";

const open = (env: Record<string, string> = { OWNER_MAIL: owner }) =>
  openShop({ env: { ...env, MAX_DECLINES_PER_HOUR: "20" }, pays: false });

/** So many cards are declined now, each of another checkout. */
const decline = ({ shop }: TestShop, count: number, customerId?: string) =>
  transact(shop.db, async (tx) => {
    for (let nth = 0; nth < count; nth++)
      await recordDecline(tx, { checkoutId: `c-${nth}`, address: undefined, customerId }, shop.now());
  });

/** The shop looks at its limits, and sends its emails; returns how many the owner has. */
async function tell(test: TestShop): Promise<number> {
  await tellOfDeclineLimit(test.shop);
  await test.runJobs();
  return (await emailsIn(test.directory)).filter(({ subject }) => subject.startsWith("Card payments are refused at ")).length;
}

test("the owner is told once for as long as all cards are refused, and again when that begins anew", async () => {
  const shop = await open();
  await decline(shop, 19);
  expect(await tell(shop)).toBe(0);
  await decline(shop, 1);
  expect(await tell(shop)).toBe(1);
  const [email] = await emailsIn(shop.directory);
  expect([email?.to, email?.text]).toEqual([
    owner,
    expect.stringMatching(
      /20 cards from guests were declined within an hour.*Cards from guests are refused until at least \w+ \d+, \d{4}/s,
    ),
  ]);

  // For hours, as somebody goes on trying whenever a card is taken.
  for (let passed = 0; passed < 6; passed++) {
    shop.pass(30 * minute);
    await decline(shop, 20);
    expect(await tell(shop)).toBe(1);
  }

  shop.pass(61 * minute);
  expect(await tell(shop)).toBe(1);
  await decline(shop, 20);
  expect(await tell(shop)).toBe(2);
});

test("customers have a limit of their own, of which the owner is told too", async () => {
  const shop = await open();
  await decline(shop, 20);
  await decline(shop, 20, "ada");
  expect(await tell(shop)).toBe(2);
  expect((await emailsIn(shop.directory)).map(({ text }) => /Cards from ([a-z ]+) are refused/.exec(text)?.[1]).sort()).toEqual([
    "customers with an account",
    "guests",
  ]);
});

test("without an address the log alone says it", async () => {
  const shop = await open({});
  await decline(shop, 20);
  expect(await tell(shop)).toBe(0);
  expect(await shop.shop.db.selectFrom("job").select("kind").execute()).toEqual([]);
  expect(shop.log.filter((line) => line.includes("all cards are refused"))).toHaveLength(1);
});

test("Today and the Payments screen say so, to those who may see payments, until it is over", async () => {
  const test = await open();
  const [boss, manager] = [await staffBrowser(test, "owner"), await staffBrowser(test, "manager")];
  const says = async (path: string, browser = boss) =>
    (await browser.get(path)).text.includes("cards from guests are refused until");
  expect([await says(staffPath), await says(staffPaymentsPath)]).toEqual([false, false]);
  await decline(test, 20);
  expect([await says(staffPath), await says(staffPaymentsPath), await says(staffPath, manager)]).toEqual([true, true, false]);
  test.pass(61 * minute);
  expect([await says(staffPath), await says(staffPaymentsPath)]).toEqual([false, false]);
});
