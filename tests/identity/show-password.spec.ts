import { expect, expectAccessible, test } from "../support/browser.ts";

const signIn = "/identity/signin/";

for (const width of [390, 1440])
  test(`a password is shown on wish and sent hidden, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(signIn);
    const field = page.getByLabel("Password", { exact: true });
    await field.fill("Wrong-leaf-1");
    await page.getByRole("button", { name: "Show password" }).click();
    await expect(field).toHaveAttribute("type", "text");
    await expect(field).toHaveValue("Wrong-leaf-1");
    await expectAccessible(page);
    await page.getByLabel("Email").fill("nobody@example.com");
    await page.keyboard.press("Enter");
    await expect(field).toHaveAttribute("type", "password");
    await expect(page.locator("#password-error")).toBeVisible();
    await expect(field).toHaveValue("Wrong-leaf-1");
  });

test.describe("with scripts off", () => {
  test.use({ javaScriptEnabled: false });

  test("a password stays hidden, and no button says otherwise", async ({ page }) => {
    await page.goto(signIn);
    await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("type", "password");
    await expect(page.getByRole("button", { name: "Show password" })).toBeHidden();
  });
});
