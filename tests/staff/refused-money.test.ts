import { expect, test } from "vitest";
import { jobsCommand } from "../../server/cli/jobs.ts";
import { ordersCommand } from "../../server/cli/orders.ts";
import { dashboardPath } from "../../server/customers/paths.ts";
import { transact } from "../../server/db/transaction.ts";
import { confirmationPath, orderPath } from "../../server/orders/paths.ts";
import { refundOrder } from "../../server/orders/refund.ts";
import { requestRest } from "../../server/orders/request-refund.ts";
import { faultCards } from "../../server/payments/gateways/test/faults.ts";
import { tellOfOverdueJobs } from "../../server/payments/overdue.ts";
import {
  type OrderAction,
  staffCustomerPath,
  staffInvoicePath,
  staffJobsPath,
  staffOrderActionPath,
  staffOrderPath,
  staffOrdersFilePath,
  staffOrdersPath,
  staffPaymentsPath,
} from "../../server/staff/paths.ts";
import { pageOf, textOf } from "../checkout/shopper.ts";
import { typeWords } from "../cli/type-command.ts";
import { shopWithCustomer, signIn } from "../identity/customer-fixture.ts";
import { give, orderOf } from "../orders/cancelation-fixture.ts";
import { holdJobs } from "../payments/cancel-fixture.ts";
import { atGateway, expectInOrder, shopperAt } from "../payments/shopper.ts";
import type { Answer, TestBrowser } from "../support/browser-of.ts";
import { emailsIn } from "../support/sent-emails.ts";
import type { TestShop } from "../support/shop.ts";
import { confirmationIn } from "./order-confirmation.ts";
import { signedInAs, staffBrowser, tokenIn } from "./staff-fixture.ts";

const hour = 3_600_000;
const number = 1001;

const openShopWithCustomer = (env: Record<string, string> = {}) => shopWithCustomer({ pays: true, env });

/** A customer's order 1001, paid by a card that causes `fault`. */
async function paidBy(shop: TestShop, fault: string): Promise<{ id: string; total: number }> {
  const [card] = [...faultCards].find(([, name]) => name === fault) ?? [];
  const shopper = await shopperAt(shop);
  expect((await shopper.pay(card)).status).toBe(200);
  await give(shop, "ann");
  await shop.runJobs();
  return { id: (await orderOf(shop)).id, total: shopper.total };
}

const words = (answer: Answer, selector = "main") => textOf(pageOf(answer), selector).replace(/\s+/g, " ");

/** The order's payment in the staff's lists and in the command's output. */
async function listedMoney(shop: TestShop, browser: TestBrowser) {
  const { customer_id } = await shop.shop.db.selectFrom("orders").select("customer_id").executeTakeFirstOrThrow();
  const command = await typeWords(shop, ordersCommand, []);
  return {
    list: words(await browser.get(`${staffOrdersPath}?columns=payment`), "tbody tr"),
    file: (await browser.get(`${staffOrdersFilePath}?columns=payment`)).text.split("\n")[1],
    customer: words(await browser.get(staffCustomerPath(customer_id ?? "")), "tbody tr"),
    command: command.out.split("\n")[1]?.replace(/ +/g, " "),
  };
}

const saying = (text: string, command: string) => ({
  list: expect.stringContaining(text),
  file: expect.stringContaining(text),
  customer: expect.stringContaining(text),
  command: expect.stringContaining(command),
});

async function act(browser: TestBrowser, action: OrderAction, fields: Record<string, string> = {}) {
  const page = await browser.get(staffOrderPath(number));
  const seen = /name="seen" value="(\d+)"/.exec(page.text)?.[1] ?? "0";
  return await browser.form(staffOrderActionPath(number, action), { _csrf: tokenIn(page), seen, ...fields });
}

const record = (browser: TestBrowser, fields: Record<string, string>) =>
  browser.form(staffOrderActionPath(number, "settlement"), fields);

const states = async ({ shop }: TestShop) =>
  (await shop.db.selectFrom("order_refund").select("state").orderBy("n").execute()).map(({ state }) => state);

async function cancelBy(browser: TestBrowser) {
  const asked = await act(browser, "cancelation");
  return await browser.form(staffOrderActionPath(number, "cancelation"), confirmationIn(asked).fields);
}

/** Order 1001 was canceled, and the bank refused its refund. */
async function refusedRefund() {
  const shop = await openShopWithCustomer();
  const { id } = await paidBy(shop, "refund_declined");
  const owner = await staffBrowser(shop, "owner");
  const customer = shop.browser();
  await signIn(customer);
  const canceled = await cancelBy(owner);
  expect(canceled.status).toBe(303);
  await shop.runJobs();
  return { shop, id, owner, customer, canceled };
}

const byCheck = { n: "1", means: "check 1042" };

test("a refused refund is named where the staff look, and the shopper reads calm words", async () => {
  const { shop, id, owner, customer, canceled } = await refusedRefund();

  const page = await owner.get(canceled.headers.get("location") ?? "");
  expect(words(page)).toContain("Canceled. The shopper gets an email. The refund was refused: see below.");
  for (const [notice, said] of Object.entries({
    refund: "The refund was refused: see below.",
    return: "The return is noted. Its refund was refused: see below.",
  }))
    expect(words(await owner.get(`${staffOrderPath(number)}?notice=${notice}`))).toContain(said);
  expect(words(page, "h1 + .row")).toContain("Refund refused");
  expect(words(page, "section[aria-labelledby=refused]")).toContain("$27.60: the bank refused it: account_closed");
  expect(words(page)).toContain("Refund refused by the bank");
  expect(words(page)).not.toContain("on its way");
  expect(words(await owner.get(staffPaymentsPath))).toMatch(/1001 Refund the bank: account_closed \$27\.60/);
  expect(words(await owner.get(`${staffJobsPath}?failed=1`))).toContain("Refused, will be tried again");
  expect(await listedMoney(shop, owner)).toEqual(saying("Refund refused", "paid; refund refused"));
  expect(words(await owner.get(staffInvoicePath(number)))).toContain("Refund pending");
  for (const path of [orderPath(id), dashboardPath, confirmationPath(id)]) {
    expect(words(await customer.get(path))).toContain("Refund pending");
    expect(words(await customer.get(path))).not.toMatch(/on its way|refused|account_closed/);
  }
});

test("the record of a refund paid by check says first what it does, and a wrong or late one keeps what was typed", async () => {
  const { shop, owner } = await refusedRefund();

  const empty = await act(owner, "settlement", { n: "1", means: " " });
  expect([empty.status, words(empty, "#means-error")]).toEqual([422, "Say how it was paid, such as “check 1042”."]);
  const old = await record(owner, { _csrf: tokenIn(await owner.get(staffOrderPath(number))), seen: "0", ...byCheck });
  expect([old.status, pageOf(old).querySelector("#means")?.getAttribute("value")]).toEqual([409, "check 1042"]);
  const asked = await act(owner, "settlement", byCheck);
  expect([asked.status, await states(shop), confirmationIn(asked)]).toMatchObject([
    200,
    ["requested"],
    {
      words:
        "Records the refund of $27.60 as paid in another way: check 1042. The shopper gets an email that says so. This can’t be undone.",
      button: "Record $27.60 as paid",
    },
  ]);
  const { fields } = confirmationIn(asked);
  const other = await record(owner, { ...fields, shownAmount: "2700" });
  expect([other.status, pageOf(other).querySelector("#means")?.getAttribute("value")]).toEqual([409, "check 1042"]);
  expect(confirmationIn(other).fields.shownAmount).toBe("2760");
});

test("a refund recorded as paid by check is over for the staff, the shopper and the gateway", async () => {
  const { shop, id, owner, customer } = await refusedRefund();
  const { fields } = confirmationIn(await act(owner, "settlement", byCheck));
  const recorded = await record(owner, fields);
  expect([recorded.status, recorded.headers.get("location")]).toEqual([303, `${staffOrderPath(number)}?notice=settlement`]);
  expect((await record(owner, fields)).status).toBe(409);
  const over = await act(owner, "settlement", byCheck);
  expect([over.status, words(over)]).toEqual([
    409,
    expect.stringContaining("Refund 1 was recorded as paid in another way (check 1042)."),
  ]);
  await shop.runJobs();

  const after = words(await owner.get(staffOrderPath(number)));
  expect(after).toContain("By other means than the card$27.60");
  expect(after).toMatch(/Refund paid by other means than the card: \$27\.60, check 1042/);
  expect(words(await owner.get(staffPaymentsPath))).not.toContain("account_closed");
  const shown = words(await customer.get(orderPath(id)));
  expect(shown).toContain("Refund paid by other means than the card: $27.60, check 1042");
  expect(shown).toMatch(/Canceled Refunded/);
  await expectInOrder(shop);
  expect((await atGateway(shop, "refund")).map(({ status }) => status)).toEqual(["declined"]);
});

test("a settlement needs the permission of refunds and a recent proof", async () => {
  const shop = await openShopWithCustomer();
  await paidBy(shop, "refund_declined");
  const owner = await staffBrowser(shop, "owner");
  await cancelBy(owner);
  await shop.runJobs();
  const reader = await staffBrowser(shop, "reader");
  const page = await reader.get(staffOrderPath(number));
  expect([words(page).includes("account_closed"), pageOf(page).querySelector("#means")]).toEqual([true, null]);
  expect((await act(reader, "settlement", { n: "1", means: "cash" })).status).toBe(403);
  shop.pass(hour);
  expect((await act(owner, "settlement", { n: "1", means: "cash" })).status).toBe(403);
  expect(await states(shop)).toEqual(["requested"]);
});

test("of two refused refunds the one that was chosen is recorded, and what was chosen and typed stays", async () => {
  const shop = await openShopWithCustomer();
  const { id } = await paidBy(shop, "refund_declined");
  const { db, now } = shop.shop;
  for (const amount of [500, 700]) await refundOrder(db, { orderId: id, wish: { amount }, actor: "owner" }, now());
  await shop.runJobs();
  const owner = await staffBrowser(shop, "owner");

  const page = await owner.get(staffOrderPath(number));
  expect(words(page, "section[aria-labelledby=refused] ul")).toBe(
    "Refund 1: $5.00: the bank refused it: account_closedRefund 2: $7.00: the bank refused it: account_closed",
  );
  const empty = await act(owner, "settlement", { n: "2", means: " " });
  expect(pageOf(empty).querySelector("#n option[selected]")?.textContent).toBe("Refund 2: $7.00");
  const asked = confirmationIn(await act(owner, "settlement", { n: "2", means: "check 1042" }));
  expect([asked.button, asked.fields]).toMatchObject(["Record $7.00 as paid", { n: "2", means: "check 1042" }]);
  expect((await record(owner, asked.fields)).status).toBe(303);

  expect(await states(shop)).toEqual(["requested", "refunded"]);
  const after = await owner.get(staffOrderPath(number));
  expect(pageOf(after).querySelector("#n")).toBeNull();
  expect(words(after, "section[aria-labelledby=refused] button")).toBe("Record $5.00 as paid this way");
});

test("a refused charge is shown as such, and over once its order is canceled", async () => {
  const shop = await openShopWithCustomer();
  const { id } = await paidBy(shop, "capture_declined");
  const owner = await staffBrowser(shop, "owner");
  const failed = () => typeWords(shop, jobsCommand, ["--failed"]);

  const page = words(await owner.get(staffOrderPath(number)));
  expect(page).toContain("The charge was refused by the bank: authorization_expired. No money was taken so far.");
  expect(page).not.toContain("The payment is being charged");
  expect(words(await owner.get(staffOrderPath(number)), "h1 + .row")).toContain("Charge refused");
  expect((await typeWords(shop, ordersCommand, ["show", "1001"])).out).toContain(
    "authorized; the bank refused the charge (authorization_expired)",
  );
  expect(await listedMoney(shop, owner)).toEqual(saying("Charge refused", "authorized; charge refused"));
  expect((await failed()).out).toContain("refused: the gateway answered declined: authorization_expired");
  expect(words(await owner.get(staffPaymentsPath))).toMatch(/1001 Charge the bank: authorization_expired \$27\.60/);
  // Another try had the same answer, and the history shows it once.
  shop.pass(10 * hour);
  await shop.runJobs();
  const refusals = shop.shop.db.selectFrom("order_event").select("note").where("kind", "=", "charge declined");
  expect(await refusals.execute()).toEqual([{ note: "authorization_expired" }]);

  const later = await signedInAs(shop, "staff-owner");
  expect((await cancelBy(later)).status).toBe(303);
  await shop.runJobs();
  expect((await failed()).out).toBe("No job failed or is overdue.");
  const jobs = shop.shop.db.selectFrom("job").select(["kind", "state"]).where("subject", "=", id).where("kind", "=", "capture");
  expect(await jobs.execute()).toEqual([{ kind: "capture", state: "done" }]);
  expect(words(await later.get(staffPaymentsPath))).not.toContain("authorization_expired");
  expect(words(await later.get(staffOrderPath(number)), "h1 + .row")).toContain("Canceled Not charged");
  expect(await listedMoney(shop, later)).toEqual(saying("Not charged", " voided"));
  await expectInOrder(shop);
});

test("a cancellation after a refused refund says that the rest goes back", async () => {
  const shop = await openShopWithCustomer();
  const { id } = await paidBy(shop, "refund_declined");
  const manager = await staffBrowser(shop, "manager");
  const asked = await refundOrder(shop.shop.db, { orderId: id, wish: { amount: 500 }, actor: "owner" }, shop.shop.now());
  expect(asked.ok).toBe(true);
  await shop.runJobs();
  await holdJobs(shop);

  const canceled = await cancelBy(manager);
  await transact(shop.shop.db, (tx) => requestRest(tx, id, "shop", shop.shop.now()));

  const shown = words(await manager.get(canceled.headers.get("location") ?? ""));
  expect(shown).toContain("A refund was refused: see below. The rest of the money goes back.");
});

test("a charge whose authorization has lapsed shows that nothing was taken, until the order is canceled", async () => {
  const shop = await openShopWithCustomer({ PAYMENT_AUTHORIZATION_DAYS: "1", OWNER_MAIL: "owner@example.com" });
  const { id } = await paidBy(shop, "capture_declined");
  const customer = shop.browser();
  for (let hours = 0; hours < 27; hours++) {
    shop.pass(hour);
    await shop.runJobs();
  }
  const job = shop.shop.db.selectFrom("job").select("state").where("kind", "=", "capture");
  expect(await job.execute()).toEqual([{ state: "failed" }]);
  await tellOfOverdueJobs(shop.shop);
  await shop.runJobs();
  const notice = (await emailsIn(shop.directory)).find(({ subject }) => subject.includes("your attention"));
  expect(notice?.text).toMatch(
    /its authorization has lapsed .*No money was taken: don.+t ship it unpaid\. Cancel it, or ask the/,
  );

  const manager = await staffBrowser(shop, "manager");
  expect(words(await manager.get(staffOrderPath(number)))).toContain("The card was never charged");
  expect(await listedMoney(shop, manager)).toEqual(saying("Never charged", "authorized; never charged"));
  const [listed] = JSON.parse((await typeWords(shop, ordersCommand, ["--json"])).out);
  expect(listed).toMatchObject({ money: "authorized", moneyTrouble: "lapsed" });
  expect((await typeWords(shop, ordersCommand, ["show", "1001"])).out).toContain("authorized, and never charged");
  await signIn(customer);
  for (const path of [orderPath(id), dashboardPath]) expect(words(await customer.get(path))).toContain("Not charged");

  expect((await cancelBy(manager)).status).toBe(303);
  await shop.runJobs();
  expect(await job.execute()).toEqual([{ state: "done" }]);
  expect(words(await manager.get(`${staffJobsPath}?failed=1`))).not.toContain("Charge the card");
  await expectInOrder(shop);
});
