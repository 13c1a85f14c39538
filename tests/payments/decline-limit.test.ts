import { expect, test } from "vitest";
import { transact } from "../../server/db/transaction.ts";
import { declineLimit, recordDecline, recordTaken } from "../../server/payments/rate-limits.ts";
import { staffPath, staffPaymentsPath } from "../../server/staff/paths.ts";
import { tellOfShopLimits } from "../../server/staff/reports/shop-limits.ts";
import { staffBrowser } from "../staff/staff-fixture.ts";
import { emailsIn } from "../support/sent-emails.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";

const minute = 60_000;
const owner = "owner@example.com";

const open = (env: Record<string, string> = { OWNER_MAIL: owner }) =>
  openShop({ env: { ...env, MAX_DECLINES_PER_HOUR: "20" }, pays: false });

/** Records `count` declined cards, each for a different checkout. */
const decline = ({ shop }: TestShop, count: number, customerId?: string) =>
  transact(shop.db, async (tx) => {
    for (let nth = 0; nth < count; nth++)
      await recordDecline(tx, { checkoutId: `c-${nth}`, address: undefined, customerId }, shop.now());
  });

/** The shop checks its limits and sends its emails; returns how many emails the owner has. */
async function tell(test: TestShop, subject = "Card payments are refused"): Promise<number> {
  await tellOfShopLimits(test.shop);
  await test.runJobs();
  return (await emailsIn(test.directory)).filter((email) => email.subject.startsWith(`${subject} at `)).length;
}

/** Records `count` accepted cards. */
const take = ({ shop }: TestShop, count: number) =>
  transact(shop.db, async (tx) => {
    for (let nth = 0; nth < count; nth++) await recordTaken(tx, { customerId: undefined }, shop.now());
  });

test.each(engines)(
  "guests' cards take no work while three in four are taken, however many are declined, on %s",
  async (engine) => {
    const [busy, small] = [await openShop({ engine, pays: false }), await openShop({ engine, pays: false })];
    const asked = async (test: TestShop) => {
      const payer = { checkoutId: "c", address: undefined, customerId: undefined };
      return (await declineLimit(test.shop.db, payer, 600, test.shop.now()))?.code;
    };
    await take(busy, 1500);
    await decline(busy, 499);
    expect(await asked(busy)).toBeUndefined();
    await decline(busy, 1);
    expect(await asked(busy)).toBe("work_required");
    // One in ten cards is accepted here, as for somebody who tests stolen cards. So few accepted
    // cards must not raise the limit of declines.
    await take(small, 15);
    await decline(small, 150);
    expect(await asked(small)).toBe("work_required");
    await decline(small, 450);
    expect(await asked(small)).toBe("too_many_tries");
  },
);

test("the owner is told once that a limit is near, then that it is reached, and sees it on Today", async () => {
  const test = await open();
  const boss = await staffBrowser(test, "owner");
  const many = () => tell(test, "Many cards are declined");
  await decline(test, 3);
  expect([await many(), (await boss.get(staffPath)).text.includes("cards declined within an hour")]).toEqual([0, false]);
  await decline(test, 1);
  expect(await many()).toBe(1);
  expect((await boss.get(staffPath)).text).toContain(
    "<strong>4</strong> cards declined within an hour: from 5 on, payments of guests take an extra check; from 20 on they are refused",
  );
  await decline(test, 8);
  expect([await many(), await tell(test)]).toEqual([1, 0]);
  expect((await boss.get(staffPath)).text).toContain("cards declined within an hour: payments of guests take an extra check");
  await decline(test, 8);
  expect([await many(), await tell(test)]).toEqual([1, 1]);
  test.pass(30 * minute);
  await decline(test, 4);
  expect([await many(), await tell(test)]).toEqual([1, 1]);
});

test("the owner is told once for as long as all cards are refused, and again when that begins anew", async () => {
  const shop = await open();
  await decline(shop, 2);
  expect(await tell(shop)).toBe(0);
  await decline(shop, 17);
  await decline(shop, 1);
  expect(await tell(shop)).toBe(1);
  const email = (await emailsIn(shop.directory)).find(({ subject }) => subject.startsWith("Card payments are refused"));
  expect([email?.to, email?.text]).toEqual([
    owner,
    expect.stringMatching(
      /20 cards from guests were declined within an hour.*Cards from guests are refused until at least \w+ \d+, \d{4}/s,
    ),
  ]);

  // For hours, the attacker tries again whenever a card is accepted.
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
  expect(shop.log.filter((line) => line.includes("declined cards, all are refused"))).toHaveLength(1);
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
