import { address } from "../payments/shopper.ts";
import { expect, test } from "../support/browser.ts";
import { emailsIn } from "../support/sent-emails.ts";
import { orderIn } from "./demo-order.ts";

test("a mail with words that no line holds is as wide as a phone", async ({ page, shop }) => {
  const email = "long-words@example.com";
  const wanted = { email, shippingAddress: { ...address, streetAddress1: "Donaudampfschifffahrtsstrasse 12" } };
  await orderIn(shop, { ...wanted, productName: "Donaudampfschifffahrtsgesellschaftskapitän-Sammeltasse" });
  const html = async () => {
    const mail = (await emailsIn(shop.directory)).find(({ to }) => to === email);
    return mail?.text.slice(mail.text.indexOf("<!doctype html>"), mail.text.indexOf("</html>")) ?? "";
  };
  await expect.poll(html).toContain("Sammeltasse");

  for (const width of [400, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await page.setContent(await html());
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    const heights = await page
      .locator(".bill tr:last-child strong")
      .evaluateAll((all) => all.map((each) => each.getClientRects().length));
    expect(heights).toEqual([1, 1]);
  }
});
