import { Window } from "happy-dom";
import { expect } from "vitest";
import { totalsPath } from "../../server/checkout/paths.ts";
import {
  type PhoneOrderStep,
  staffPhoneOrderPath,
  staffPhoneOrderStepPath,
  staffPhoneOrdersPath,
} from "../../server/staff/paths.ts";
import { address, cardForm } from "../payments/shopper.ts";
import type { Answer, TestBrowser } from "../support/browser-of.ts";
import { emailsIn } from "../support/sent-emails.ts";
import type { TestShop } from "../support/shop.ts";
import { seenIn, send, tokenIn } from "./staff-fixture.ts";

/** Starts a phone order by the list's button; returns its id. */
export async function beginBy(staff: TestBrowser): Promise<string> {
  const begun = await send(staff, staffPhoneOrdersPath, staffPhoneOrdersPath);
  return /phone-orders\/([a-f0-9]{32})\/$/.exec(begun.headers.get("location") ?? "")?.[1] ?? "none begun";
}

/** Sends a form of a phone order's page in its present state. */
export async function stepBy(
  staff: TestBrowser,
  id: string,
  step: PhoneOrderStep,
  fields: Record<string, string> = {},
): Promise<Answer> {
  const page = await staff.get(staffPhoneOrderPath(id));
  return await staff.form(staffPhoneOrderStepPath(id, step), { _csrf: tokenIn(page), seen: seenIn(page), ...fields });
}

/** The fields of the form of a phone order's page, as a browser sends them. */
export function fieldsIn({ text }: Answer): Record<string, string> {
  const { document } = new Window();
  document.body.innerHTML = text;
  const fields: Record<string, string> = {};
  const sent = "input:not([type=radio], [type=checkbox]), input:checked, select, textarea";
  for (const field of document.querySelectorAll(`form.record :is(${sent})`)) {
    // happy-dom keeps the line end after <textarea>, and overlooks a selected option.
    const option = field.querySelector("option[selected]") ?? field.querySelector("option");
    const value = option ? option.getAttribute("value") : "value" in field && String(field.value).replace(/^\n/, "");
    fields[field.getAttribute("name") ?? ""] = value || "";
  }
  return fields;
}

/** Types into the fields of a shown page of a phone order, and presses one of its buttons. */
export const press = (
  staff: TestBrowser,
  { id, page }: { id: string; page: Answer },
  step: PhoneOrderStep,
  typed: Record<string, string> = {},
): Promise<Answer> => staff.form(staffPhoneOrderStepPath(id, step), { ...fieldsIn(page), ...typed });

const { country, countryArea, ...lines } = address;
export const home = { ...lines, place: `${country}-${countryArea}` };

/** Fills in everything that a payment needs: units of `v-2` to Texas by the standard method. */
export async function fill(staff: TestBrowser, id: string, { quantity = "2", email = "ada@example.com" } = {}): Promise<void> {
  const steps: [PhoneOrderStep, Record<string, string>][] = [
    ["line", { variantId: "v-2", quantity }],
    ["contact", { email }],
    ["address", home],
    ["method", { shippingMethodId: "standard" }],
  ];
  for (const [step, fields] of steps) expect([step, (await stepBy(staff, id, step, fields)).status]).toEqual([step, 303]);
}

/** The link in the email that was sent last. */
export async function linkIn(test: TestShop): Promise<string> {
  await test.runJobs();
  const mails = await emailsIn(test.directory);
  return mails.find(({ subject }) => subject.startsWith("Your order is ready to pay"))?.link ?? "no link";
}

export const rowOf = ({ shop }: TestShop, id: string) =>
  shop.db.selectFrom("checkout").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

export async function payIn(browser: TestBrowser, checkoutId: string): Promise<Answer> {
  const totals = await browser.get(`${totalsPath}?checkoutId=${checkoutId}`);
  const { quote } = (totals.body as { data: { quote: string } }).data;
  return await browser.post("/storefront/checkout/payment", { checkoutId, quote, paymentDetails: cardForm() });
}
