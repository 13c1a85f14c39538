import { describe, expect, onTestFinished, test } from "vitest";
import { unanswered } from "../../server/payments/gateways/gateway.ts";
import { staffHeldPaymentPath, staffHeldPaymentsPath, staffPath } from "../../server/staff/paths.ts";
import { pageOf, textOf } from "../checkout/shopper.ts";
import { startEmulator } from "../payments/authorize-net/emulator.ts";
import { heldCard } from "../payments/authorize-net/emulator-cards.ts";
import { cards, expectInOrder, shopperAt } from "../payments/shopper.ts";
import { emailsIn } from "../support/sent-emails.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { send, staffBrowser } from "./staff-fixture.ts";

const attemptOf = ({ shop }: TestShop) => shop.db.selectFrom("attempt").selectAll().executeTakeFirstOrThrow();
const ordersOf = ({ shop }: TestShop) => shop.db.selectFrom("orders").select("id").execute();
const auditOf = ({ shop }: TestShop) =>
  shop.db.selectFrom("audit_entry").select(["actor", "action"]).where("record_kind", "=", "payment under review").execute();

/** A shop with a payment under review, a manager, and a count of the decisions that were sent. */
async function heldAt(options: Parameters<typeof openShop>[0] = {}, card: string = cards.held) {
  const shop = await openShop(options);
  await (await shopperAt(shop)).pay(card);
  const manager = await staffBrowser(shop, "manager");
  const { id } = await attemptOf(shop);
  const sent: boolean[] = [];
  const { endReview } = shop.shop.gateway;
  const change = (answer?: ReturnType<typeof unanswered> | { status: "ended" }) => {
    shop.shop.gateway = {
      ...shop.shop.gateway,
      endReview: async (review) => {
        sent.push(review.approve);
        return answer ?? (await endReview?.(review)) ?? unanswered("absent");
      },
    };
  };
  change();
  const decide = (decision: string) => send(manager, staffHeldPaymentsPath, staffHeldPaymentPath(id), { decision });
  return { shop, manager, decide, sent, change };
}

describe.each(engines)("a payment under review, on %s", (engine) => {
  test("is on Today with its amount, card, and shopper; approved, it becomes its order once", async () => {
    const { shop, manager, decide, sent } = await heldAt({ engine });
    expect((await manager.get(staffPath)).text).toContain("<strong>1</strong> payment under review");
    const row = textOf(pageOf(await manager.get(staffHeldPaymentsPath)), "tbody tr").replace(/\s+/g, " ");
    expect(row).toMatch(/ending in 0295 \$[\d.]+ Approve/);
    expect(row).toContain("@");

    const answer = await decide("approve");

    expect([answer.status, answer.headers.get("location")]).toEqual([303, `${staffHeldPaymentsPath}?notice=ordered`]);
    expect((await decide("refuse")).headers.get("location")).toBe(`${staffHeldPaymentsPath}?notice=ordered`);
    await shop.runJobs();
    expect([sent, (await ordersOf(shop)).length, (await attemptOf(shop)).state]).toEqual([[true], 1, "captured"]);
    expect(await auditOf(shop)).toEqual([{ actor: "staff:staff-manager", action: "approved" }]);
    expect((await manager.get(staffPath)).text).not.toContain("under review");
    await expectInOrder(shop);
  });

  test("refused, it ends without an order, and the shopper is told", async () => {
    const { shop, decide } = await heldAt({ engine });

    const answer = await decide("refuse");

    expect([answer.status, answer.headers.get("location")]).toEqual([303, `${staffHeldPaymentsPath}?notice=ended`]);
    await shop.runJobs();
    expect([await ordersOf(shop), (await attemptOf(shop)).state]).toEqual([[], "declined"]);
    expect((await emailsIn(shop.directory)).map(({ subject }) => subject)).toContain(
      "Your payment at Leaf & Vessel was not accepted",
    );
    expect(await auditOf(shop)).toEqual([{ actor: "staff:staff-manager", action: "refused" }]);
    await expectInOrder(shop);
  });

  test("two opposite decisions at one moment send one", async () => {
    const { shop, decide, sent } = await heldAt({ engine });

    await Promise.all([decide("approve"), decide("refuse")]);

    expect([sent.length, (await auditOf(shop)).length]).toEqual([1, 1]);
  });
});

test("an answer that the gateway's records contradict is not believed", async () => {
  const { shop, decide, change } = await heldAt();
  change({ status: "ended" });

  expect((await decide("approve")).status).toBe(409);

  expect([(await attemptOf(shop)).state, await ordersOf(shop)]).toEqual(["held", []]);
  change();
  expect((await decide("refuse")).headers.get("location")).toContain("ended");
});

test("after a lost answer nobody decides otherwise for a minute", async () => {
  const { shop, decide, sent, change } = await heldAt();
  change(unanswered("timeout"));
  const lost = await decide("approve");
  expect([lost.status, lost.text]).toEqual([409, expect.stringContaining("hasn’t said yet")]);
  change();

  const early = await decide("refuse");
  expect([early.status, early.text]).toEqual([409, expect.stringContaining("Somebody has just decided")]);

  shop.pass(60_000);
  expect((await decide("refuse")).headers.get("location")).toContain("ended");
  expect(sent).toEqual([true, false]);
});

test("a gateway that takes no decisions is named, and nothing is sent", async () => {
  const { shop, manager, decide } = await heldAt();
  const { endReview: _, ...gateway } = shop.shop.gateway;
  shop.shop.gateway = gateway;

  const page = await manager.get(staffHeldPaymentsPath);
  expect(page.text).toContain("Decide at the card gateway’s own dashboard");
  expect(page.text).not.toContain('value="approve"');
  expect((await decide("approve")).status).toBe(503);
});

test("only those who may refund orders decide, and only after a recent proof", async () => {
  const { shop, decide, sent } = await heldAt();
  const packer = await staffBrowser(shop, "packer");
  const { id } = await attemptOf(shop);
  expect((await packer.get(staffHeldPaymentsPath)).status).toBe(403);
  expect((await packer.get(staffPath)).text).not.toContain("under review");
  expect((await send(packer, staffPath, staffHeldPaymentPath(id), { decision: "approve" })).status).toBe(403);
  shop.pass(11 * 60_000);
  expect((await decide("approve")).status).toBe(403);
  expect([sent, (await attemptOf(shop)).state]).toEqual([[], "held"]);
});

describe("with Authorize.Net", () => {
  const heldAtVendor = async () => {
    const emulator = await startEmulator();
    onTestFinished(emulator.close);
    const { url, login, secret } = emulator;
    const held = await heldAt({ gateway: { adapter: "authorize-net", url, login, secret } }, heldCard);
    return { ...held, emulator };
  };

  test.each([
    ["approve", "ordered", "captured"],
    ["refuse", "ended", "declined"],
  ])("%s: %s", async (decision, notice, state) => {
    const { shop, decide } = await heldAtVendor();
    expect((await decide(decision)).headers.get("location")).toContain(notice);
    await shop.runJobs();
    expect((await attemptOf(shop)).state).toBe(state);
    await expectInOrder(shop);
  });

  test("an approved payment that the bank still declines ends without an order", async () => {
    const { shop, decide, emulator } = await heldAtVendor();
    for (const entry of emulator.ledger.entries) entry.avs = "N";

    expect((await decide("approve")).headers.get("location")).toContain("ended");

    expect([(await attemptOf(shop)).state, await ordersOf(shop)]).toEqual(["declined", []]);
    await expectInOrder(shop);
  });
});
