import { describe, expect, test } from "vitest";
import { savePage } from "../../server/content/content-pages.ts";
import { readPageFile } from "../../server/content/rules/page-file.ts";
import { transact } from "../../server/db/transaction.ts";
import { quoteNow, shopperAt } from "../payments/shopper.ts";
import { addressWith } from "../support/addresses.ts";
import { rawEmailsIn } from "../support/sent-emails.ts";
import { openShop } from "../support/shop.ts";

/** A part of an email by its type, decoded. */
function partOf(email: string, type: string): string {
  const part = email.split(/\r\n--[^\r\n]+\r\n/).find((each) => each.startsWith(`Content-Type: ${type}`)) ?? "";
  const [head = "", ...body] = part.split("\r\n\r\n");
  const text = body.join("\r\n\r\n");
  if (/base64/i.test(head)) return Buffer.from(text, "base64").toString("utf8");
  const bytes = text.replace(/=\r\n/g, "").replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return /quoted-printable/i.test(head) ? Buffer.from(bytes, "latin1").toString("utf8") : text;
}

describe("the confirmation mail", () => {
  test("goes out once per order, in words and as a page, with what was bought and the shop's own address", async () => {
    const shop = await openShop({ env: { PUBLIC_URL: "https://leaf.example", STORE_NAME: "Leaf & Vessel" } });
    const shopper = await shopperAt(shop, { promo: "WELCOME10", lines: [{ variantId: "v-2", quantity: 2 }] });
    shopper.browser.headers = { "x-forwarded-host": "evil.example" };
    const answer = await shopper.pay();
    const { orderId } = (answer.body as { data: { orderId: string } }).data;

    await shop.runJobs();
    await shopper.pay();
    await shop.runJobs();

    const sent = await rawEmailsIn(shop.directory);
    expect(sent).toHaveLength(1);
    const [email = ""] = sent;
    expect(email).toMatch(/^To: ada@example\.com\r$/m);
    expect(email).toMatch(/^Subject: Your order 1001 at Leaf & Vessel: confirmation\r$/m);
    expect(email).toContain(`Message-ID: <confirmation-${orderId}@leaf.example>`);
    for (const part of [partOf(email, "text/plain"), partOf(email, "text/html")]) {
      for (const shown of [
        "1001",
        "Product 2",
        "Variant 2",
        "$40.00",
        "$4.00",
        "WELCOME10",
        "$5.95",
        "1 Fern Lane",
        "Austin, TX 73301",
        "Visa ending in 4242",
      ])
        expect([shown, part.includes(shown)]).toEqual([shown, true]);
      expect(part).toMatch(/https:\/\/leaf\.example\/storefront\/orders\/status\/\?token(=|&#x3D;)[a-f0-9]{32}/);
      expect(part).not.toMatch(/evil\.example|localhost|undefined|null|\[object/);
      expect(part).toMatch(/1001(<\/strong>)?, placed on \w+ \d/);
    }
    expect(partOf(email, "text/html")).toMatch(
      /<img src="https:\/\/leaf\.example\/media\/drawn\/[\w.-]+\.jpg" alt="Product 2" width="56" height="56"/,
    );
  });

  test("links to the contact page if the settings have no contact email", async () => {
    const shop = await openShop();
    const file = readPageFile("# Contact\n\nWrite to us.");
    if (!file.ok) throw new Error(file.error);
    await transact(shop.shop.db, (tx) => savePage(tx, { slug: "contact", file: file.value, now: 1 }));
    await expect.poll(async () => (await shop.browser().get("/storefront/")).text).toContain("/storefront/pages/contact/");
    await (await shopperAt(shop)).pay();
    await shop.runJobs();

    const [email = ""] = await rawEmailsIn(shop.directory);
    const address = "http://shop.test/storefront/pages/contact/";
    expect(partOf(email, "text/html")).toContain(`Questions? <a href="${address}">Contact us</a>.`);
    expect(partOf(email, "text/plain")).toContain(`Questions? ${address}`);
  });

  test("a name of several lines adds none to the words", async () => {
    const shop = await openShop();
    await shop.shop.db.updateTable("product").set({ name: "Mug\r\nTotal     $0.00\u2028more" }).execute();
    const shopper = await shopperAt(shop, { lines: [{ variantId: "v-2", quantity: 1 }] });
    await shopper.pay();
    await shop.runJobs();

    const [email = ""] = await rawEmailsIn(shop.directory);
    expect(partOf(email, "text/plain")).toMatch(/^1 x Mug Total {5}\$0\.00 more/m);
  });

  test("what a shopper typed stays text in both parts", async () => {
    const shop = await openShop();
    const shopper = await shopperAt(shop);
    const shippingAddress = addressWith({
      firstName: "<b>Ada</b>",
      lastName: "O'Neil & Co",
      streetAddress1: '1 "Fern" Lane',
      city: "Austin",
      postalCode: "73301",
      countryArea: "TX",
    });
    await shopper.browser.post("/storefront/checkout/shipping", {
      checkoutId: shopper.checkoutId,
      shippingAddress,
      saveForLater: false,
    });
    expect((await shopper.pay(undefined, { quote: await quoteNow(shopper) })).status).toBe(200);

    await shop.runJobs();

    const [email = ""] = await rawEmailsIn(shop.directory);
    expect(partOf(email, "text/plain")).toMatch(
      /<b>Ada<\/b> O'Neil & Co\r?\n1 "Fern" Lane\r?\nAustin, TX 73301\r?\nUnited States\r?\nShipping method: Standard\s+Billed to:/,
    );
    expect(partOf(email, "text/html")).toContain("&lt;b&gt;Ada&lt;/b&gt;");
    expect(partOf(email, "text/html")).not.toContain("<b>Ada");
  });

  test("a guest's order belongs to the customer whose verified mail it names, and to nobody whose mail is not verified", async () => {
    const shop = await openShop();
    const customer = { password_hash: null, avatar: null, pending_email: null, disabled_at: null, created_at: 1 };
    await shop.shop.db
      .insertInto("customer")
      .values([
        { ...customer, id: "c-1", email: "known@example.com", email_norm: "known@example.com", email_verified: 1 },
        { ...customer, id: "c-2", email: "unproved@example.com", email_norm: "unproved@example.com", email_verified: 0 },
      ])
      .execute();

    for (const email of [" Known@Example.com", "unproved@example.com"])
      expect((await (await shopperAt(shop, { email })).pay()).status).toBe(200);

    const rows = await shop.shop.db.selectFrom("orders").select(["email_norm", "customer_id"]).orderBy("number").execute();
    expect(rows).toEqual([
      { email_norm: "known@example.com", customer_id: "c-1" },
      { email_norm: "unproved@example.com", customer_id: null },
    ]);
  });
});
