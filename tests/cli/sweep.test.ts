import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { sweepCommand } from "../../server/cli/sweep.ts";
import { refuseInsideTransaction } from "../../server/db/transaction.ts";
import { openHttpGateway } from "../../server/payments/gateways/http-gateway.ts";
import { startTestGateway } from "../../server/payments/gateways/test/start.ts";
import { charge } from "../payments/gateways-live.ts";
import { atGateway, cards, shopperAt } from "../payments/shopper.ts";
import { openGatewayHere } from "../support/gateway.ts";
import { openShop } from "../support/shop.ts";
import { openOwner } from "./open-owner.ts";
import { typeCommand } from "./type-command.ts";

async function ownerWithGateway() {
  const here = await openGatewayHere(":memory:");
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= here.stop();
    return stopped;
  };
  onTestFinished(stop);
  const owner = await openOwner("sqlite", { PAYMENT_GATEWAY_URL: here.url, PAYMENT_GATEWAY_SECRET: here.secret });
  const gateway = openHttpGateway({ url: here.url, secret: here.secret, refuseInsideTransaction });
  return { ...owner, gateway, stop };
}

describe("npm run store -- sweep", () => {
  test("says that every payment has its order, and lists what has none until the owner accepts it", async () => {
    const { run, gateway } = await ownerWithGateway();
    expect(await run(sweepCommand)).toEqual({
      status: 0,
      out: ["Every payment at the gateway has its order here, or was accepted or given back."],
      err: [],
    });
    await gateway.authorize(charge("till-7"));

    const found = { status: 1, out: ["$42.00, key till-7: not made by this shop; left as it is."], err: [] };
    expect([await run(sweepCommand), await run(sweepCommand)]).toEqual([found, found]);

    await gateway.authorize(charge("till-8"));
    expect((await run(sweepCommand)).out).toHaveLength(2);
    expect(await run(sweepCommand, "--accept", "till-9")).toMatchObject({
      status: 1,
      err: ["No payment with the key till-9 was reported."],
    });
    expect(await run(sweepCommand, "--accept", "till-9", "--note", "cash")).toMatchObject({ status: 1 });
    expect(await run(sweepCommand, "--accept", "till-8", "--note", "the till’s own")).toEqual({
      ...found,
      out: ["Accepted: 1. These payments stay as they are.", ...found.out],
    });

    const accepted = await run(sweepCommand, "--accept");
    expect(accepted).toMatchObject({ status: 0, out: ["Accepted: 1. These payments stay as they are.", expect.any(String)] });
    expect((await run(sweepCommand)).status).toBe(0);
    expect(await gateway.lookup({ key: "till-7" })).toMatchObject({ state: "authorized" });
  });

  test("says how many payments are not decided yet", async () => {
    const shop = await openShop();
    expect((await (await shopperAt(shop)).pay(cards.declinedButCharged)).status).toBe(402);
    const undecided = "In progress, or ended less than a minute ago: 1. Run sweep again in a minute.";
    const others = "Every other payment at the gateway has its order here, or was accepted or given back.";
    expect(await typeCommand(shop, sweepCommand, "")).toMatchObject({ status: 0, out: `${undecided}\n${others}` });
    shop.pass(60_000);
    expect(await typeCommand(shop, sweepCommand, "")).toMatchObject({
      status: 1,
      out: expect.stringContaining("being returned"),
    });
  });

  test("names the order and the amount of each refund that was made at the gateway", async () => {
    const shop = await openShop();
    for (const _order of [1001, 1002]) expect((await (await shopperAt(shop)).pay()).status).toBe(200);
    await shop.runJobs();
    const refund = (key: string, captureRef = "") =>
      shop.shop.gateway.giveBack({ key, authRef: "", captureRef, amountCents: 250 });
    for (const [nth, { ref }] of (await atGateway(shop, "capture")).entries()) await refund(`dashboard-${nth}`, ref);

    const { status, out } = await typeCommand(shop, sweepCommand, "");

    expect([status, out.split("\n").slice(0, 3).sort()]).toEqual([
      0,
      [
        "Order 1001: $2.50, key dashboard-0.",
        "Order 1002: $2.50, key dashboard-1.",
        "Refunds made at the gateway and booked now: 2.",
      ],
    ]);
  });

  test("--refund has the shop return what no sweep has seen, and refuses what the gateway does not hold", async () => {
    const { run, gateway, db } = await ownerWithGateway();
    await gateway.authorize(charge("till-7"));

    expect(await run(sweepCommand, "--refund", "till-8")).toMatchObject({
      status: 1,
      err: ["The gateway has no money under the key till-8."],
    });
    expect(await run(sweepCommand, "--refund", "till-7")).toMatchObject({
      status: 0,
      out: ["The payment: waiting for the shop to start."],
    });
    expect(await db.selectFrom("job").select(["kind", "state"]).execute()).toEqual([{ kind: "void", state: "waiting" }]);
    expect(await run(sweepCommand)).toMatchObject({
      status: 1,
      out: ["$42.00, key till-7: not made by this shop; being returned."],
    });
  });

  test("says when it cannot ask the gateway, by a status of its own", async () => {
    const { run, stop } = await ownerWithGateway();
    await stop();
    const silent = { status: 3, err: ["The gateway could not be asked: it did not respond."] };
    expect(await run(sweepCommand)).toMatchObject(silent);
    expect(await run(sweepCommand, "--refund", "till-7")).toMatchObject(silent);
    const none = await openOwner("sqlite");
    expect(await none.run(sweepCommand)).toMatchObject({ status: 3, err: [expect.stringContaining("set PAYMENT_GATEWAY_URL")] });
  });

  test("asks the shop's own test gateway by its file where no other is configured", async () => {
    const { run, directory } = await openOwner("sqlite");
    const own = await startTestGateway({ file: join(directory, "gateway.db") });
    onTestFinished(own.stop);
    await openHttpGateway({ url: own.url, secret: own.secret, refuseInsideTransaction }).authorize(charge("till-7"));

    expect(await run(sweepCommand)).toMatchObject({ status: 1, out: [expect.stringContaining("till-7")] });
  });

  test.each([
    ["--accept", "--note", "cash"],
    ["--refund", "k", "--note", "cash"],
    ["--accept", "--refund", "k"],
    ["--accept", "till-7", "till-8"],
    ["till-7"],
    ["--refund"],
    ["--acept"],
  ])("%s %s is wrong use", async (...args) => {
    const { run } = await openOwner("sqlite");
    expect(await run(sweepCommand, ...args.filter((word) => word !== undefined))).toMatchObject({
      status: 2,
      err: [expect.stringContaining("sweep --help")],
    });
  });
});
