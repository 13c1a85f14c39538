import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "../support/browser.ts";
import { inCombinations } from "../support/combinations.ts";
import { signIn } from "../support/signed-in.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { orderIn } from "./demo-order.ts";

/** The number of sheets on which the browser prints the page. The file is kept for viewing. */
async function sheets(page: Page, format: "Letter" | "A4"): Promise<number> {
  const pdf = await page.pdf({ format, margin: { top: "12mm", bottom: "12mm", left: "12mm", right: "12mm" } });
  await writeFile(join(process.env.PICTURES ?? temporaryFolder(), `print-${format}.pdf`), pdf);
  return [...pdf.toString("latin1").matchAll(/\/Type\s*\/Page\b(?!s)/g)].length;
}

/** Texts that are illegible on white paper; lightness 0 is black, 1 is white. */
const paleTexts = (page: Page) =>
  page.evaluate(async () => {
    // Colours fade from the screen's to the print colours.
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    if (!context) throw new Error("no canvas");
    const lightness = (colour: string) => {
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
      return (red * 0.21 + green * 0.72 + blue * 0.07) / 255;
    };
    const holdsText = (el: Element) => [...el.childNodes].some((node) => node instanceof Text && node.data.trim() !== "");
    const texts = [...document.querySelectorAll("body *")].filter((el) => holdsText(el) && el.checkVisibility());
    return texts.filter((el) => lightness(getComputedStyle(el).color) > 0.4).map((el) => el.textContent);
  });

test.use({ colorScheme: "dark" });

inCombinations(
  ["1440 on"],
  ({ key }) => {
    test("a confirmation is printed on one sheet, in dark ink, without what belongs to the screen (requirement 24)", async ({
      page,
      context,
      shop,
    }) => {
      await signIn(context, shop, `prints-${key}`);
      const { id, number } = await orderIn(shop, { customerId: `prints-${key}` });
      await page.goto(`/storefront/checkout/confirmation/${id}/`);
      await expect(page.getByText(String(number))).toBeVisible();
      await page.emulateMedia({ media: "print", colorScheme: "dark" });
      await expect(page.getByText("Sold by")).toBeVisible();
      await expect(page.locator("time")).toBeVisible();
      expect(await paleTexts(page)).toEqual([]);
      if (key.endsWith("on")) await expectAccessible(page);
      await expect(page.getByRole("link", { name: "Continue shopping" })).toBeHidden();
      await expect(page.getByRole("heading", { name: "What you bought" })).toBeVisible();
      for (const format of ["A4", "Letter"] as const) expect(await sheets(page, format), format).toBe(1);

      await page.goto(`/storefront/dashboard/orders/${id}/`);
      expect(await paleTexts(page)).toEqual([]);
      expect(await sheets(page, "Letter")).toBe(1);
    });
  },
  ["1440 on", "1440 off"],
);
