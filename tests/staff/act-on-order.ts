import { expect } from "vitest";
import { staffOrderActionPath, staffOrderPath } from "../../server/staff/paths.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { confirmationIn } from "./order-confirmation.ts";
import { tokenIn } from "./staff-fixture.ts";

/** The number of decisions that the page had shown. A finished order's page has no form. */
export const seenIn = (text: string): string => /name="seen" value="(\d+)"/.exec(text)?.[1] ?? "0";

/** Sends a form of an order's page in its present state. */
export async function act(
  browser: TestBrowser,
  number: number,
  action: Parameters<typeof staffOrderActionPath>[1],
  fields: Record<string, string> = {},
) {
  const page = await browser.get(staffOrderPath(number));
  return await browser.form(staffOrderActionPath(number, action), { _csrf: tokenIn(page), seen: seenIn(page.text), ...fields });
}

/** Sends a form that asks for confirmation, then presses the confirming button. */
export async function agreeTo(
  browser: TestBrowser,
  number: number,
  action: Parameters<typeof staffOrderActionPath>[1],
  fields: Record<string, string>,
) {
  const asked = await act(browser, number, action, fields);
  expect(asked.status).toBe(200);
  return await browser.form(staffOrderActionPath(number, action), confirmationIn(asked).fields);
}
