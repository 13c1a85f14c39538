import { describe, expect, test } from "vitest";
import { cartPath } from "../../server/checkout/cart-paths.ts";
import { orderNotePath, stepPath } from "../../server/checkout/paths.ts";
import { joinedNotes } from "../../server/checkout/rules/order-note.ts";
import { ordersCommand } from "../../server/cli/orders.ts";
import { visibleLines } from "../../server/plain-text.ts";
import { staffOrderPath, staffOrdersFilePath, staffSlipPath } from "../../server/staff/paths.ts";
import { typeCommand } from "../cli/type-command.ts";
import { addCustomer, sentEmails, signIn } from "../identity/customer-fixture.ts";
import { shopperAt } from "../payments/shopper.ts";
import { staffBrowser } from "../staff/staff-fixture.ts";
import type { TestBrowser } from "../support/browser-of.ts";
import { engines, openShop } from "../support/shop.ts";
import { errorsOf, openOn, pageOf, shopperIn, textOf } from "./shopper.ts";

const words = "Leave it at the <b>side</b> door.\nInitials: A. B.";

describe.each(engines)("the note with an order on %s", (engine) => {
  test("is written in the cart without scripts, and only what is visible is kept", async () => {
    const shop = await openOn(engine);
    const shopper = await shopperIn(shop, { "v-1": 1 });

    const saved = await shopper.form(orderNotePath, { orderNote: "  Ring \u200btwice,\r\n\r\n\r\n\r\nplease.\u202e " });

    expect([saved.status, saved.headers.get("location")]).toEqual([303, cartPath]);
    expect((await shopper.find()).orderNote).toBe("Ring twice,\n\nplease.");
    expect(pageOf(await shopper.browser.get(cartPath)).querySelector("textarea")?.textContent).toBe("Ring twice,\n\nplease.");

    const long = "x".repeat(501);
    const refused = await shopper.form(orderNotePath, { orderNote: long });
    expect(refused.status).toBe(422);
    expect(textOf(pageOf(refused), "[role=alert]")).toBe("A note can have up to 500 characters. Shorten it.");
    expect(pageOf(refused).querySelector("textarea")?.textContent).toBe(long);
    expect(errorsOf(await shopper.post(orderNotePath, { orderNote: long }))).toMatchObject([{ field: "orderNote" }]);

    await shopper.form(orderNotePath, { orderNote: " \u200b " });
    expect((await shopper.find()).orderNote).toBe("");
  });

  test("goes with the lines into the cart of who signs in, beside the note that is there", async () => {
    const shop = await openOn(engine);
    await addCustomer(shop, "ann");
    const phone = shop.browser();
    await signIn(phone);
    await (await shopperIn(shop, { "v-1": 1 }, phone)).post(orderNotePath, { orderNote: "Ring twice." });
    const laptop = shop.browser();
    await (await shopperIn(shop, { "v-2": 1 }, laptop)).post(orderNotePath, { orderNote: "Blue, please." });

    await signIn(laptop);

    const cart = pageOf(await laptop.get(cartPath));
    expect(cart.querySelector("textarea")?.textContent).toBe("Ring twice.\n\nBlue, please.");
  });

  test("stays with the order wherever it is read, escaped, and is in no log", async () => {
    const shop = await openShop({ engine });
    const shopper = await shopperAt(shop);
    await shopper.browser.post(orderNotePath, { checkoutId: shopper.checkoutId, orderNote: words });
    const { orderId } = ((await shopper.pay()).body as { data: { orderId: string } }).data;
    const escaped = /side&lt;\/b&gt; door\.(<br>|\n)Initials: A\. B\./;
    const textIn = async (browser: TestBrowser, path: string) => (await browser.get(path)).text;

    expect(await textIn(shopper.browser, stepPath("confirmation", orderId))).toMatch(escaped);
    expect(await textIn(shop.browser(), stepPath("confirmation", orderId))).not.toContain("side");
    const packer = await staffBrowser(shop, "packer");
    expect(await textIn(packer, staffOrderPath(1001))).toMatch(escaped);
    expect(await textIn(packer, staffSlipPath(1001))).toMatch(escaped);
    expect(await textIn(packer, `${staffOrdersFilePath}?columns=order&columns=note`)).toContain(`1001,"${words}"`);
    const shown = await typeCommand(shop, ordersCommand, "show 1001");
    expect(shown.out).toContain(`Order note  ${words.replace("\n", " ")}`);
    const mail = (await sentEmails(shop)).find(({ text }) => text.includes("Your note"));
    expect(mail?.text.replaceAll("\r", "")).toContain(`Your note:\n${words}\n`);
    expect(mail?.text).toMatch(escaped);
    expect(shop.log.join("\n")).not.toContain("Initials");
  });
});

test("notes of carts that become one are both kept while they fit, each once", () => {
  expect(joinedNotes("", "Ring twice.")).toBe("Ring twice.");
  expect(joinedNotes("Ring twice.", "")).toBe("Ring twice.");
  expect(joinedNotes("Ring twice.", "Ring twice.")).toBe("Ring twice.");
  expect(joinedNotes("a".repeat(300), "b".repeat(300))).toBe("b".repeat(300));
});

test("a text of several lines keeps its line breaks, whichever they are, and no others", () => {
  expect(visibleLines("a\rb\u2028c\n\n\n\nd\te  f\n")).toBe("a\nb\nc\n\nd e f");
});
