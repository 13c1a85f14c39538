import { type Document, Window } from "happy-dom";
import { createPath, findPath } from "../../server/checkout/cart-paths.ts";
import { emailPath, methodPath, promoPath, shippingPath, totalsPath } from "../../server/checkout/paths.ts";
import { idaho, ontario, texas } from "../support/addresses.ts";
import type { Answer, TestBrowser } from "../support/browser-of.ts";
import { type Engine, engines, openShop, type TestShop, type TestShopOptions } from "../support/shop.ts";

export { engines };

/** The fields of a checkout's JSON that tests read. */
export type CheckoutJson = {
  id: string;
  state: string;
  email: string;
  lines: LineJson[];
  shippingAddress: Record<string, string> | null;
  billingAddress: Record<string, string> | null;
  shippingMethod: { id: string; name: string } | null;
  promoCode: string | null;
  orderNote: string;
  totalPrice: { gross: { amount: number } };
  notice?: string;
};

type LineJson = {
  id: string;
  variant: { id: string; name: string };
  quantity: number;
  amount: number;
  gift: boolean;
  left: number;
  unitPrice: { gross: { amount: number } };
  totalPrice: { gross: { amount: number }; net: { amount: number } };
};

type MoneyJson = { amount: number; currency: string };
type TotalsJson = Record<"subtotal" | "discount" | "shipping" | "tax" | "total", MoneyJson> & { quote: string };

export { idaho, ontario, texas };

/** A valid id that nothing in the shop has. */
export const nobody = "0".repeat(32);

export type Shopper = Awaited<ReturnType<typeof shopperIn>>;

export const dataOf = <Data>(answer: Answer): Data => (answer.body as { data: Data }).data;
export const errorOf = (answer: Answer): string => (answer.body as { error: string }).error;
export const errorsOf = (answer: Answer) => dataOf<{ errors: { field: string; message: string }[] }>(answer).errors;

/** A page as the shopper's browser shows it without scripts. */
export function pageOf(answer: Answer): Document {
  const { document } = new Window();
  document.write(answer.text);
  return document as unknown as Document;
}

/** The value of a form's field, including hidden fields. */
export const fieldValue = (page: Document, name: string): string | null | undefined =>
  page.querySelector(`[name="${name}"]`)?.getAttribute("value");

export const textOf = (page: Document, selector: string): string => page.querySelector(selector)?.textContent.trim() ?? "";

/** A shopper with a checkout that holds `quantities`: variant id → quantity. */
export async function shopperIn(shop: TestShop, quantities: Record<string, number> = {}, browser: TestBrowser = shop.browser()) {
  const lines = Object.entries(quantities).map(([variantId, quantity]) => ({ variantId, quantity }));
  const created = await browser.post(createPath, { lines });
  const { checkoutId } = dataOf<{ checkoutId: string }>(created);
  const find = async () => dataOf<CheckoutJson>(await browser.get(`${findPath}?checkoutId=${checkoutId}`));
  const post = (path: string, body: Record<string, unknown> = {}) => browser.post(path, { checkoutId, ...body });
  return {
    shop,
    browser,
    checkoutId,
    find,
    post,
    totals: async () => dataOf<TotalsJson>(await browser.get(`${totalsPath}?checkoutId=${checkoutId}`)),
    line: async (variantId: string) => (await find()).lines.find(({ variant }) => variant.id === variantId),
    page: async (step: string) => await browser.get(`/storefront/checkout/${step}/${checkoutId}/`),
    form: (path: string, fields: Record<string, string>) => browser.form(path, { checkoutId, ...fields }),
    email: (email = "mary@example.com") => post(emailPath, { email }),
    ship: (shippingAddress: Record<string, string> = texas, saveForLater = false) =>
      post(shippingPath, { shippingAddress, saveForLater }),
    method: (shippingMethodId = "standard") => post(methodPath, { shippingMethodId }),
    addPromo: (promoCode: string) => browser.call("POST", promoPath("add"), { checkoutId, promoCode }, { csrf: false }),
  };
}

/** A shopper who has answered every step before the payment. */
export async function shopperAtPayment(shop: TestShop, quantities: Record<string, number>): Promise<Shopper> {
  const shopper = await shopperIn(shop, quantities);
  await shopper.email();
  await shopper.ship();
  await shopper.method();
  return shopper;
}

export const openOn = (engine: Engine, options: TestShopOptions = {}): Promise<TestShop> =>
  openShop({ pays: false, ...options, engine });

/** The shop's database, for changes that only another process or an owner could make. */
export const sqlOf = ({ shop: { db } }: TestShop) => db;
