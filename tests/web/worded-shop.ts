import { expect } from "vitest";
import { addBanner } from "../../server/content/banners.ts";
import { transact } from "../../server/db/transaction.ts";
import type { Email } from "../../server/jobs/mail.ts";
import { plainText } from "../../server/plain-text.ts";
import { address, cardForm } from "../payments/shopper.ts";
import { saveAttribute, saveProduct } from "../support/save-catalog.ts";
import { openShop, type TestShop } from "../support/shop.ts";

/** The words of a field in this shop. */
export type Words = (field: string) => string;

type Worded = { pages: Map<string, string>; email: Pick<Email, "html" | "text" | "subject"> };

/**
 * Fills a shop whose products, categories, banners, reviews, methods and codes all contain these
 * words.
 */
async function fill({ shop: { db, now } }: TestShop, words: Words): Promise<void> {
  const picture = (field: string) => ({ url: "/media/drawn/fixture-1.svg", alt: words(field) });
  await transact(db, async (tx) => {
    const values = [{ slug: "green", name: words("attributeValue") }];
    await saveAttribute(tx, { slug: "colour", name: words("attribute"), position: 0, values });
    await saveProduct(
      tx,
      {
        slug: "worded",
        name: words("savedName"),
        category: "seeds",
        brand: words("savedBrand"),
        description: `<p>${words("description")}</p>`,
        attributes: [{ attribute: "colour", value: "green" }],
        pictures: [1, 2].map((at) => ({ kind: "drawn", key: `fixture-${at}`, alt: words("pictureAlt") })),
        variants: ["x", "y"].map((key) => ({
          key,
          name: words("savedVariant") + key,
          options: { [words("option")]: words("optionValue") + key, Size: key },
          price: 1000,
          stock: 5,
        })),
      },
      now(),
    );
    for (const page of ["home", "apparel", "apparel"])
      await addBanner(tx, {
        page,
        position: 0,
        background: picture("bannerBack"),
        bannerInfo: {
          title: words("bannerTitle"),
          subtitle: words("bannerSubtitle"),
          ctaButtonText: words("bannerButton"),
          ctaButtonLink: `/storefront/collections/?q=${words("bannerLink")}`,
          image: picture("bannerImage"),
        },
      });
    await tx
      .updateTable("product")
      .set({ name: words("product"), brand: words("brand") })
      .where("slug", "!=", "worded")
      .execute();
    await tx
      .updateTable("variant")
      .set({ name: words("variant") })
      .where("id", "like", "v-%")
      .execute();
    await tx
      .updateTable("product_media")
      .set({ alt: words("alt") })
      .where("id", "like", "pm-%")
      .execute();
    await tx
      .updateTable("category")
      .set({ name: words("category"), intro: words("intro") })
      .execute();
    await tx
      .updateTable("shipping_method")
      .set({ name: words("method"), description: words("methodText") })
      .execute();
    await tx
      .updateTable("promo")
      .set({ code: plainText(words("promo")) })
      .where("id", "=", "promo-10")
      .execute();
    const review = {
      author: words("author"),
      title: words("reviewTitle"),
      body: words("reviewBody"),
      stars: 4,
      customer_id: null,
    };
    const reviews = Array.from({ length: 7 }, (_, at) => ({ ...review, id: `r-${at}`, product_id: "p-1", at: at + 1 }));
    await tx.insertInto("review").values(reviews).execute();
  });
}

const catalogue = (words: Words): string[] => [
  "/storefront/",
  ...["seeds", "glass", "mushrooms", "apparel", "that-badu"].map((slug) => `/storefront/${slug}/`),
  "/storefront/collections/",
  "/storefront/collections/?categories=seeds&attributes=colour:green&order=price_asc",
  `/storefront/collections/?q=${encodeURIComponent(words("q"))}`,
  `/storefront/collections/?categories=${encodeURIComponent(words("unknown"))}&page=${encodeURIComponent(words("unknown"))}`,
  "/storefront/products/product-1/?reviews_page=2&ship_to=ID",
  "/storefront/products/product-9/",
  "/storefront/products/worded/",
  `/storefront/products/${encodeURIComponent(words("unknown"))}/`,
  `/${encodeURIComponent(words("unknown"))}/`,
  "/storefront/api/cards?ids=p-1&ids=p-2&ids=p-9",
  "/storefront/wishlist/",
];

/**
 * Every page and email that shows the owner's and the shopper's words, by the request that produced
 * it.
 */
export async function pagesOf(words: Words): Promise<Worded> {
  const shop = await openShop({ env: { STORE_NAME: words("store").slice(0, 60) }, stock: { "v-1": 50, "v-2": 50, "v-9": 50 } });
  await fill(shop, words);
  const emails: Email[] = [];
  shop.shop.mail.send = async (email) => void emails.push(email);
  const browser = shop.browser();
  const pages = new Map<string, string>();
  const keep = (name: string, { text }: { text: string }) => void pages.set(name, text);
  const names = catalogue((field) => field);
  for (const [at, path] of catalogue(words).entries()) keep(names[at] ?? "", await browser.get(path));

  const created = await browser.post("/storefront/checkout/create", { lines: [{ variantId: "v-2", quantity: 7 }] });
  const { checkoutId } = (created.body as { data: { checkoutId: string } }).data;
  await browser.post("/storefront/checkout/line", { checkoutId, giftProductId: "p-9" });
  const said = (fields: readonly string[], ending = "") =>
    Object.fromEntries(fields.map((field) => [field, words(field + ending)]));
  const own = { ...address, ...said(["firstName", "lastName", "streetAddress1", "city"]), phone: "" };
  const wrong = said(Object.keys(address), "Typed");
  const step = (name: string) => `/storefront/checkout/${name}/${checkoutId}/`;
  const form = async (name: string, path: string, fields: Record<string, string>) =>
    keep(`refused ${name}`, await browser.form(`/storefront/${path}`, { checkoutId, ...fields }));
  const call = (path: string, body: object) => browser.post(`/storefront/checkout/${path}`, { checkoutId, ...body });

  keep("cart", await browser.get("/storefront/cart/"));
  await form("line", "checkout/line", { variantId: words("unknown") });
  await form("email", "checkout/email", { email: words("emailTyped") });
  await call("email", { email: "mary'{{7}}&lt@example.com" });
  keep("contact", await browser.get(step("contact")));
  await form("shipping", "checkout/shipping", wrong);
  await call("shipping", { shippingAddress: own, saveForLater: true });
  keep("shipping", await browser.get(step("shipping")));
  await form("method", "checkout/shipping_method", { shippingMethodId: words("unknown") });
  await call("shipping_method", { shippingMethodId: "standard" });
  keep("method", await browser.get(step("shipping_method")));
  await form("promo", "api/checkout/add-promo", { promoCode: words("promoTyped") });
  await browser.post("/storefront/api/checkout/add-promo", { checkoutId, promoCode: words("promo") });
  await form("billing", "checkout/billing", { ...wrong, sameAsShipping: "false" });
  await call("billing", { billingAddress: own });
  await form("payment", "checkout/payment", { ...own, ...cardForm(words("card")), quote: words("unknown") });
  keep("payment", await browser.get(step("payment")));
  const paid = await browser.form("/storefront/checkout/payment", { checkoutId, sameAsShipping: "true", ...cardForm() });
  keep("confirmation", await browser.get(paid.headers.get("location") ?? "no order"));
  await shop.runJobs();
  expect(shop.log.filter((line) => /"level":[56]0/.test(line))).toEqual([]);
  return { pages, email: emails[0] ?? { html: "", text: "", subject: "" } };
}
