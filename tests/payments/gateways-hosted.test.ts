import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Authorization, ElsewhereResult } from "../../server/payments/gateways/gateway.ts";
import { openHttpGateway } from "../../server/payments/gateways/http-gateway.ts";
import { faultCards } from "../../server/payments/gateways/test/faults.ts";
import { startTestGateway } from "../../server/payments/gateways/test/start.ts";
import { newFolder } from "../db/new-folder.ts";
import { charge, goodCard, type LiveGateway, openLiveGateway } from "./gateways-live.ts";

let live: LiveGateway;
beforeAll(async () => {
  live = await openLiveGateway();
});
afterAll(() => live.close());

const returnUrl = "https://shop.example/checkout/return?of=1&as=x";
const cancelUrl = `https://shop.example/checkout/"cancel"`;
const later = Date.now() + 1_800_000;

const hosted = (key: string, changed: Partial<Authorization> = {}, until = later): Authorization =>
  charge(key, "", { means: { hosted: { returnUrl, cancelUrl, until } }, ...changed });

async function opened(key: string, until = later): Promise<ElsewhereResult> {
  const result = await live.gateway.authorize(hosted(key, {}, until));
  if (result.status !== "elsewhere") throw new Error(`${key} is ${result.status}: ${result.code}`);
  return result;
}

/** Pays as a browser does; the way back to the shop is not followed. */
const pay = ({ page }: ElsewhereResult, cardNumber = goodCard, changed: Record<string, string> = {}) =>
  fetch(page.address, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({
      cardNumber,
      expirationDate: "12/34",
      securityCode: "123",
      cardName: "Ada Shopper",
      ...changed,
    }),
  });
const visit = ({ page }: ElsewhereResult) => fetch(page.address, { redirect: "manual" });
const lookup = (key: string) => live.gateway.lookup({ key });
const numberOf = (fault: string) => [...faultCards].find(([, name]) => name === fault)?.[0] ?? "";

describe("a payment on the gateway's page", () => {
  test("begins with a page on the gateway's own origin, and is not found until it is paid", async () => {
    expect(live.gateway.capabilities.hosted).toBe(new URL(live.url).origin);
    const first = await opened("begin");

    expect(first).toMatchObject({ status: "elsewhere", amountCents: null, page: { method: "GET", fields: {}, until: later } });
    expect(first.page.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/pay\/[\w-]{43}$/);
    expect(await lookup("begin")).toEqual({ status: "not_found" });
    expect(await live.gateway.authorize(hosted("begin"))).toEqual(first);
    expect((await opened("begin-2")).page.address).not.toBe(first.page.address);
  });

  test("makes the transaction that a card typed in the shop makes", async () => {
    const answer = await pay(await opened("paid"));
    await live.gateway.authorize(charge("direct"));

    expect([answer.status, answer.headers.get("location")]).toEqual([303, returnUrl]);
    const { ref, authRef, at, ...paid } = (await lookup("paid")) as Awaited<ReturnType<typeof lookup>> & Record<string, unknown>;
    expect({ ...paid, key: "direct", orderRef: "direct" }).toEqual({
      ...(await lookup("direct")),
      ref: undefined,
      authRef: undefined,
      at: undefined,
    });
    expect(authRef).toBe(ref);
    expect(at).toBeGreaterThan(0);
  });

  test("is captured, refunded and listed like any other; the key answers the payment", async () => {
    await pay(await opened("taken"));
    const approved = await live.gateway.authorize(hosted("taken"));
    expect(approved).toMatchObject({ status: "approved", amountCents: 4200, last4: "4242", avs: "Y" });

    const capture = await live.gateway.capture({ key: "taken:cap", authRef: approved.ref ?? "", amountCents: 4200 });
    expect(capture.status).toBe("approved");
    const back = { key: "taken:ref", authRef: approved.ref ?? "", captureRef: capture.ref, amountCents: 4200 };
    expect((await live.gateway.giveBack(back)).status).toBe("refunded");
    const keys = (await live.transactions()).map(({ key }) => key).filter((key) => key.startsWith("taken"));
    expect(keys).toEqual(["taken", "taken:cap", "taken:ref"]);
  });

  test("is voided like any other", async () => {
    await pay(await opened("released"));
    const { ref } = await live.gateway.authorize(hosted("released"));

    const released = await live.gateway.giveBack({ key: "released:v", authRef: ref ?? "", captureRef: null, amountCents: 4200 });
    expect(released.status).toBe("voided");
  });

  test("is made once, though the form is sent ten times at once", async () => {
    const page = await opened("often");
    const answers = await Promise.all(Array.from({ length: 10 }, () => pay(page)));

    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(303));
    expect((await live.transactions()).filter(({ key }) => key === "often")).toHaveLength(1);
    const again = await visit(page);
    expect([again.status, again.headers.get("location")]).toEqual([303, returnUrl]);
  });

  test("under review leads back too, and is held until the review", async () => {
    expect((await pay(await opened("reviewed"), numberOf("held"))).status).toBe(303);

    expect(await live.gateway.authorize(hosted("reviewed"))).toMatchObject({ status: "held" });
    expect(await lookup("reviewed")).toMatchObject({ state: "held" });
  });

  test("of another amount is refused under the same key, and so are other calls with it", async () => {
    const page = await opened("same");

    expect(await live.gateway.authorize(hosted("same", { amountCents: 4201 }))).toMatchObject({ code: "key_conflict" });
    expect(await live.gateway.authorize(charge("same"))).toMatchObject({ code: "key_conflict" });
    expect(await live.gateway.capture({ key: "same", authRef: "a", amountCents: 1 })).toMatchObject({ code: "key_conflict" });
    await pay(page);
    expect(await live.gateway.authorize(hosted("same", { amountCents: 4201 }))).toMatchObject({ code: "key_conflict" });
    await live.gateway.authorize(charge("card-first"));
    expect(await live.gateway.authorize(hosted("card-first"))).toMatchObject({ code: "key_conflict" });
  });

  test("can be made after a restart of the gateway, on the page that stood before", async () => {
    const file = join(await newFolder("gateway-page-"), "gateway.db");
    const connect = (started: Awaited<ReturnType<typeof startTestGateway>>) =>
      openHttpGateway({ url: started.url, secret: started.secret, refuseInsideTransaction: () => {} });
    const before = await startTestGateway({ file, env: {} });
    const page = await connect(before).authorize(hosted("survivor"));
    await before.stop();

    const after = await startTestGateway({ file, env: { TEST_GATEWAY_PORT: new URL(before.url).port } });
    try {
      expect(await connect(after).authorize(hosted("survivor"))).toEqual(page);
      expect((await pay(page as ElsewhereResult)).status).toBe(303);
      expect(await connect(after).lookup({ key: "survivor" })).toMatchObject({ state: "authorized" });
    } finally {
      await after.stop();
    }
  });
});

describe("the page", () => {
  test("asks for a card, names the amount, and leads back to the shop, without scripts", async () => {
    const answer = await visit(await opened("form"));
    const html = await answer.text();

    expect(answer.status).toBe(200);
    for (const [name, filledAs] of [
      ["cardNumber", "cc-number"],
      ["expirationDate", "cc-exp"],
      ["securityCode", "cc-csc"],
      ["cardName", "cc-name"],
    ])
      expect(html).toMatch(new RegExp(`<label>[^<]+<input name="${name}" autocomplete="${filledAs}"`));
    expect(html).toContain("<button>Pay $42.00</button>");
    expect(html).toContain('<a href="https://shop.example/checkout/&quot;cancel&quot;">');
    expect(html).not.toContain("<script");
  });

  test("allows its own style alone, and a form to itself and to the shop", async () => {
    const { headers } = await visit(await opened("policy"));

    expect(headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; form-action 'self' https:\/\/shop\.example; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
  });

  test.each([
    ["4000000000000002", "Your card was declined. Try another card."],
    ["4000000000009995", "This card doesn’t have enough money. Try another card."],
    ["4242424242424241", "This card number isn’t valid. Check its digits."],
    ["4539578763621486", "This isn’t a test card. Use 4242 4242 4242 4242."],
  ])("shows that %s was declined, and takes another card", async (number, words) => {
    const page = await opened(`declined ${number.slice(-4)}`);
    const answer = await pay(page, number);
    const html = await answer.text();

    expect(answer.status).toBe(422);
    expect(html).toContain(`<p role="alert" id="error">${words}</p>`);
    expect(html).not.toContain(number);
    expect(await lookup(`declined ${number.slice(-4)}`)).toEqual({ status: "not_found" });
    expect((await pay(page)).status).toBe(303);
  });

  test("says so when the expiration date or the code is wrong", async () => {
    const page = await opened("wrong");

    expect(await (await pay(page, goodCard, { expirationDate: "01/20" })).text()).toContain("This card has expired.");
    expect(await (await pay(page, goodCard, { expirationDate: "" })).text()).toContain("Enter the expiration date as MM/YY.");
    expect(await (await pay(page, goodCard, { securityCode: "1" })).text()).toContain("The security code isn’t right.");
  });

  test("takes a number with spaces", async () => {
    expect((await pay(await opened("spaces"), "4242 4242 4242 4242")).status).toBe(303);
  });

  test("of a payment that nobody knows is not found, and needs no secret; other calls do", async () => {
    for (const method of ["GET", "POST"]) expect((await fetch(`${live.url}/pay/none`, { method })).status).toBe(404);
    for (const path of ["close", "authorize"]) {
      expect((await fetch(`${live.url}/${path}`, { method: "POST", body: `{"key":"no-secret"}` })).status).toBe(401);
    }
  });

  test("is refused with addresses that are not of the web", async () => {
    const means = { hosted: { returnUrl: "javascript:alert(1)", cancelUrl, until: later } };

    expect(await live.gateway.authorize(hosted("script", { means }))).toMatchObject({ code: "invalid_request" });
  });
});

describe("the end of a page", () => {
  test("a closed page takes no card and leads back; its key cannot be opened again", async () => {
    const page = await opened("closed");
    expect(await live.gateway.closePage?.({ key: "closed" })).toEqual({ status: "closed" });
    expect(await live.gateway.closePage?.({ key: "closed" })).toEqual({ status: "closed" });

    for (const answer of [await visit(page), await pay(page)]) {
      expect(answer.status).toBe(410);
      expect(await answer.text()).toContain('<a href="https://shop.example/checkout/&quot;cancel&quot;">Go back to the shop</a>');
    }
    expect(await lookup("closed")).toEqual({ status: "not_found" });
    expect(await live.gateway.authorize(hosted("closed"))).toMatchObject({ status: "error", code: "page_closed" });
  });

  test("a key that was closed before anybody used it can never be paid", async () => {
    expect(await live.gateway.closePage?.({ key: "never" })).toEqual({ status: "closed" });

    expect(await live.gateway.authorize(hosted("never"))).toMatchObject({ status: "error", code: "page_closed" });
    expect(await live.gateway.authorize(charge("never"))).toMatchObject({ status: "error", code: "page_closed" });
  });

  test("a paid page cannot be closed, nor the key of another kind of call", async () => {
    await pay(await opened("too-late"));
    const { ref } = await live.gateway.authorize(hosted("too-late"));
    await live.gateway.capture({ key: "too-late:cap", authRef: ref ?? "", amountCents: 4200 });

    expect(await live.gateway.closePage?.({ key: "too-late" })).toMatchObject({
      status: "error",
      code: "already_paid",
    });
    expect(await live.gateway.closePage?.({ key: "too-late:cap" })).toMatchObject({ code: "key_conflict" });
    expect(await lookup("too-late")).toMatchObject({ state: "captured" });
  });

  test("of closing and paying at once, one alone succeeds", async () => {
    for (let n = 0; n < 10; n += 1) {
      const page = await opened(`race-${n}`);
      const [paid, closed] = await Promise.all([pay(page), live.gateway.closePage?.({ key: `race-${n}` })]);

      const isPaid = paid.status === 303;
      expect([paid.status, closed?.status]).toEqual(isPaid ? [303, "error"] : [410, "closed"]);
      expect((await lookup(`race-${n}`)).status).toBe(isPaid ? "approved" : "not_found");
    }
  });

  test("past its time a page takes no card", async () => {
    const page = await opened("past", Date.now() - 1);

    expect((await visit(page)).status).toBe(410);
    expect((await pay(page)).status).toBe(410);
    expect(await lookup("past")).toEqual({ status: "not_found" });
  });
});

describe("faults of a payment on the page", () => {
  test("drop_after: paid, but the browser is cut off; the page then leads back", async () => {
    const page = await opened("cut");
    await expect(pay(page, numberOf("drop_after"))).rejects.toThrow();

    expect(await lookup("cut")).toMatchObject({ state: "authorized" });
    expect((await visit(page)).status).toBe(303);
  });

  test("error_before: nothing is paid, and the shopper can try again", async () => {
    const page = await opened("trouble");

    expect((await pay(page, numberOf("error_before"))).status).toBe(500);
    expect(await lookup("trouble")).toEqual({ status: "not_found" });
    expect((await pay(page)).status).toBe(303);
  });

  test("declined_but_charged: the browser sees a decline of what was paid", async () => {
    expect((await pay(await opened("lie"), numberOf("declined_but_charged"))).status).toBe(422);

    expect(await lookup("lie")).toMatchObject({ state: "authorized" });
  });

  test("late: a payment that comes after the page was closed is not made", async () => {
    const page = await opened("late");
    await expect(pay(page, numberOf("late"))).rejects.toThrow();
    expect(await live.gateway.closePage?.({ key: "late" })).toEqual({ status: "closed" });

    await live.clearLate();

    expect(await lookup("late")).toEqual({ status: "not_found" });
  });

  test("partial: the page leads back, and the answer has the amount that is held", async () => {
    expect((await pay(await opened("half"), numberOf("partial"))).status).toBe(303);

    expect(await live.gateway.authorize(hosted("half"))).toMatchObject({ amountCents: 2100, code: "amount_mismatch" });
  });
});

test("the gateway keeps of a page neither the card nor the address", async () => {
  await pay(await opened("kept"));
  await pay(await opened("kept-2"), "4000000000000002");

  const db = new DatabaseSync(live.file, { readOnly: true });
  const values = ["entry", "page", "closed_key"].flatMap((table) =>
    db.prepare(`select * from ${table}`).all().flatMap(Object.values).map(String),
  );
  db.close();
  expect(values).toContain("kept-2");
  for (const value of values) expect(value).not.toMatch(/4242424242|4000000000000002|^123$|^12\/?34$|Ada|Fern Lane/);
});
