import { expect, type Page } from "@playwright/test";
import { annWithoutPhone } from "../support/addresses.ts";
import type { RunningShop } from "../support/running-shop.ts";
import { withDatabase } from "../support/signed-in.ts";

type Line = { variantId: string; quantity: number };
type Call = (method: "POST" | "PUT" | "DELETE", path: string, body?: object) => Promise<void>;

/** A checkout of this browser. */
export type BegunCheckout = {
  checkoutId: string;
  /** the path of a step */
  step: (name: "contact" | "shipping" | "shipping_method" | "payment") => string;
  /** calls the shop like another tab of this browser */
  call: Call;
};

/** The most expensive variants of glass, which no state forbids; prices in cents. */
export const variantsIn = (shop: RunningShop, count: number): Promise<{ id: string; price: number }[]> =>
  withDatabase(shop, (db) =>
    db
      .selectFrom("variant as v")
      .innerJoin("product as p", "p.id", "v.product_id")
      .innerJoin("category as c", "c.id", "p.category_id")
      .select(["v.id", "v.price"])
      .where("c.slug", "=", "glass")
      .where("v.on_hand", ">", 20)
      .where("v.position", "=", 0)
      .orderBy("v.price", "desc")
      .limit(count)
      .execute(),
  );

/** Leaves only `left` units of a variant, until the returned function is called. */
export async function leaveUnits(shop: RunningShop, variantId: string, left: number): Promise<() => Promise<void>> {
  const set = (on_hand: number, reserved: number) =>
    withDatabase(shop, async (db) => {
      await db.updateTable("variant").set({ on_hand, reserved }).where("id", "=", variantId).execute();
    });
  const { on_hand, reserved } = await withDatabase(shop, (db) =>
    db.selectFrom("variant").select(["on_hand", "reserved"]).where("id", "=", variantId).executeTakeFirstOrThrow(),
  );
  await set(left, 0);
  return () => set(on_hand, reserved);
}

/** A checkout with these lines and no answered step. */
export async function beginCheckout(page: Page, lines: readonly Line[]): Promise<BegunCheckout> {
  const { request } = page;
  await request.get("/storefront/api/csrf");
  const token = (await page.context().cookies()).find(({ name }) => name === "csrftoken")?.value ?? "";
  const send = async (method: string, path: string, data: object) => {
    const answer = await request.fetch(`/storefront/checkout/${path}`, { method, data, headers: { "x-csrftoken": token } });
    expect([answer.status(), await answer.text()]).toEqual([200, expect.not.stringContaining('"message"')]);
    return (await answer.json()) as { data: { checkoutId: string } };
  };
  const { checkoutId } = (await send("POST", "create", { lines })).data;
  const call: Call = async (method, path, body = {}) => void (await send(method, path, { checkoutId, ...body }));
  return { checkoutId, call, step: (name) => `/storefront/checkout/${name}/${checkoutId}/` };
}

/** A guest's checkout with every step before the payment answered. */
export async function answeredCheckout(page: Page, lines: readonly Line[]): Promise<BegunCheckout> {
  const begun = await beginCheckout(page, lines);
  await begun.call("POST", "email", { email: "ann@example.com" });
  await begun.call("POST", "shipping", { shippingAddress: annWithoutPhone, saveForLater: false });
  await begun.call("POST", "shipping_method", { shippingMethodId: "standard" });
  return begun;
}

export async function fillCard(page: Page, more: Partial<Record<"cardNumber" | "expirationDate", string>> = {}): Promise<void> {
  const card = { cardNumber: "4242424242424242", expirationDate: "12/30", securityCode: "123", cardName: "Ann Lee", ...more };
  for (const [name, text] of Object.entries(card)) await page.fill(`[name=${name}]`, text);
}

/** The lines on the cart page, without the gifts on offer. */
export const linesOf = (page: Page) => page.getByRole("main").locator(".line:not(.gifts .line)");

/** Waits until an island is alive, since only then it handles its own form. */
export const isAlive = (page: Page, island: string) =>
  expect(page.locator(`[data-island=${island}][data-island-alive]`).first()).toBeAttached();
