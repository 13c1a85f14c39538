import { describe, expect, test } from "vitest";
import { orderNumber } from "../../server/orders/rules/number.ts";
import { pageOf } from "../checkout/shopper.ts";
import { sentEmails, shopWithCustomer, signIn } from "../identity/customer-fixture.ts";
import { engines, type TestShop } from "../support/shop.ts";
import { newId, placed } from "./order-fixture.ts";

const lookup = "/storefront/orders/lookup/";
const at = Date.UTC(2026, 0, 10);
const pathOf = ({ id }: { id: string }) => `/storefront/dashboard/orders/${id}/`;

/** A guest's order, and the email's link to the order. */
async function mailed(shop: TestShop) {
  const order = await placed(shop.shop.db, { at, email: "Ada@example.com" });
  await shop.browser().form(lookup, { number: String(order.number), email: " ada@EXAMPLE.com " });
  const email = (await sentEmails(shop)).find(({ link }) => link.startsWith(lookup));
  if (!email) throw new Error("no email brought a link");
  return { order, email, token: new URL(email.link, shop.url).searchParams.get("token") ?? "" };
}

describe.each(engines)("the look-up of an order on %s", (engine) => {
  test("number and mail bring an email to the address that the order was placed with", async () => {
    const shop = await shopWithCustomer({ engine });
    const { order, email } = await mailed(shop);
    expect(email.to).toBe("Ada@example.com");
    expect(email.subject).toContain(`Your order ${order.number}`);
  });

  test("a link opens the order in one browser, once, by a press: opening its page spends nothing", async () => {
    const shop = await shopWithCustomer({ engine });
    const { order, email, token } = await mailed(shop);
    const ada = shop.browser();
    for (let scanner = 0; scanner < 2; scanner++) await shop.browser().get(email.link);
    const page = await ada.get(email.link);
    expect(page.text).toContain(`<input type="hidden" name="token" value="${token}">`);
    expect([page.headers.get("cache-control"), page.headers.get("referrer-policy")]).toEqual(["no-store", "same-origin"]);

    const opened = await ada.form(lookup, { token });
    expect([opened.status, opened.headers.get("location")]).toEqual([303, pathOf(order)]);
    const shown = await ada.get(pathOf(order));
    expect([shown.status, shown.text.includes("1 Fern Lane")]).toEqual([200, true]);

    const second = shop.browser();
    const again = await second.form(lookup, { token });
    expect([again.status, again.text.includes("This link has expired")]).toEqual([409, true]);
    expect((await second.get(pathOf(order))).status).toBe(303);
  });

  test("of ten presses at once one opens it", async () => {
    const shop = await shopWithCustomer({ engine });
    const { token } = await mailed(shop);
    const browsers = Array.from({ length: 10 }, () => shop.browser());
    for (const browser of browsers) await browser.get(lookup);

    const answers = await Promise.all(browsers.map((browser) => browser.post(lookup, { token })));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
  });

  test("the order is seen for an hour, and only that one; its page permits the request alone", async () => {
    const shop = await shopWithCustomer({ engine });
    const { order, token } = await mailed(shop);
    const other = await placed(shop.shop.db, { at, email: "ada@example.com" });
    const ada = shop.browser();
    await ada.form(lookup, { token });

    const { text } = await ada.get(pathOf(order));
    expect(text).toContain("Ask us to cancel");
    expect(text).toContain('name="userEmail" value="Ada@example.com"');
    expect(text).not.toContain("Cancel order now");
    expect(text).not.toContain("Sign out");
    expect((await ada.get(pathOf(other))).status).toBe(303);

    shop.pass(3_600_000);
    expect((await ada.get(pathOf(order))).status).toBe(303);
  });

  test("a link is good for a day", async () => {
    const shop = await shopWithCustomer({ engine });
    const { email, token } = await mailed(shop);
    shop.pass(24 * 3_600_000);
    const ada = shop.browser();
    expect((await ada.get(email.link)).text).toContain("This link has expired");
    expect((await ada.form(lookup, { token })).status).toBe(409);
  });

  test("the answer is the same whatever was typed, and nobody but the orderer gets an email", async () => {
    const shop = await shopWithCustomer({ engine });
    const { number } = await placed(shop.shop.db, { at, email: "ada@example.com" });
    const forms = [
      { number: String(number), email: "ada@example.com" },
      { number: "999999", email: "ada@example.com" },
      { number: String(number), email: "eve@example.com" },
      { number: "999999", email: "eve@example.com" },
    ];
    const answers = [];
    for (const fields of forms) {
      const { status, headers, text } = await shop.browser().form(lookup, fields);
      answers.push([status, headers.get("location"), text]);
    }
    expect(new Set(answers.map(String)).size).toBe(1);
    expect(answers[0]?.slice(0, 2)).toEqual([303, `${lookup}?notice=link-sent`]);
    shop.pass(3_600_001);
    const json = await Promise.all(forms.map((fields) => shop.browser().post(lookup, fields)));
    expect(new Set(json.map(({ status, text }) => status + text))).toEqual(new Set(['200{"data":{}}']));
    const sent = (await sentEmails(shop)).filter(({ link }) => link.startsWith(lookup));
    expect(new Set(sent.map(({ to }) => to))).toEqual(new Set(["ada@example.com"]));
    expect(sent.map(({ subject }) => subject)).toEqual(Array(2).fill(expect.stringContaining(`Your order ${number}`)));
  });

  test("an address gets three emails in an hour, whether anybody has it or not", async () => {
    const shop = await shopWithCustomer({ engine });
    const { number } = await placed(shop.shop.db, { at, email: "ada@example.com" });
    for (const email of ["ada@example.com", "nobody@example.com"]) {
      const ask = () => shop.browser().form(lookup, { number: String(number), email });
      const statuses = [];
      for (let n = 0; n < 3; n++) statuses.push((await ask()).status);
      const fourth = await ask();
      expect([statuses, fourth.status]).toEqual([[303, 303, 303], 403]);
      expect(fourth.text).toContain("We already emailed links to this address within the last hour. Please open the newest one.");
      expect(fourth.text).toContain(`value="${email}"`);
    }
    shop.pass(3_600_001);
    expect((await shop.browser().form(lookup, { number: "1", email: "nobody@example.com" })).status).toBe(303);
  });

  test("a customer's own session is no matter: the grant is the browser's", async () => {
    const shop = await shopWithCustomer({ engine });
    const { order, token } = await mailed(shop);
    const customer = shop.browser();
    await signIn(customer);
    await customer.form(lookup, { token });
    const { status, text } = await customer.get(pathOf(order));
    expect([status, text.includes('name="userEmail" value="Ada@example.com"')]).toEqual([200, true]);
    expect(text).not.toContain("Cancel order now");
  });
});

test("what was typed stands again beside what is wrong with it", async () => {
  const shop = await shopWithCustomer();
  const answer = await shop.browser().form(lookup, { number: "what?", email: "ada@" });
  const page = pageOf(answer);
  const field = (name: string) => [
    page.querySelector(`[name="${name}"]`)?.getAttribute("value"),
    page.querySelector(`#${name}-error`)?.textContent,
  ];
  expect(answer.status).toBe(422);
  expect(field("number")).toEqual(["what?", "Enter the order number, such as 1001."]);
  expect(field("email")).toEqual(["ada@", "Enter an email address like name@example.com."]);
});

test.each([
  ["1001", 1001],
  [" #1001 ", 1001],
  ["Order 1001", 1001],
  ["No. 1001", 1001],
  ["", undefined],
  ["1001a", undefined],
  ["-5", undefined],
  ["9999999999999", undefined],
])("the number may be typed as it stands in the email: %j", (typed, number) => {
  expect(orderNumber(typed)).toBe(number);
});

test("malicious bodies get a clear answer, and a link's token is in no log", async () => {
  const shop = await shopWithCustomer();
  const { email, token } = await mailed(shop);
  const eve = shop.browser();
  for (const body of [{}, { number: {}, email: [] }, { token: 5 }, { number: 1e300, email: "a@example.com" }])
    expect([body, (await eve.post(lookup, body)).status < 500]).toEqual([body, true]);
  expect((await eve.post(lookup, { token: newId() })).status).toBe(409);
  expect((await eve.call("POST", lookup, { token }, { csrf: false })).status).toBe(403);
  await eve.get(email.link);
  await eve.post(lookup, { token });
  expect(shop.log.join("\n")).toContain(lookup);
  expect(shop.log.join("\n")).not.toContain(token);
});

test("grants that are over are forgotten", async () => {
  const { deleteExpiredGrants } = await import("../../server/orders/grants.ts");
  const shop = await shopWithCustomer();
  const { token } = await mailed(shop);
  await shop.browser().form(lookup, { token });
  const count = async () => (await shop.shop.db.selectFrom("order_grant").select("until").execute()).length;
  await deleteExpiredGrants(shop.shop.db, shop.shop.now());
  expect(await count()).toBe(1);
  await deleteExpiredGrants(shop.shop.db, shop.shop.now() + 3_600_001);
  expect(await count()).toBe(0);
});
