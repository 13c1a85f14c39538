import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { expect, expectAccessible } from "../support/browser.ts";
import { processEnvironment } from "../support/process-environment.ts";

/** The link that the owner's command prints for a new member of the staff. */
export async function linkFor(directory: string, email: string, role: string): Promise<string> {
  const env = { ...processEnvironment(), DATA_DIR: directory };
  const added = ["server/cli/main.ts", "staff", "add", email, "--role", role];
  const { stdout } = await promisify(execFile)(process.execPath, added, { env });
  return /\/staff\/join\/\S+/.exec(stdout)?.[0] ?? "no link";
}

export const joinPassword = "Blue-river-88";

/**
 * Adds a member of the staff by the owner's command, and signs them in by the link. Returns their
 * email.
 */
export async function joinAs(
  page: Page,
  directory: string,
  role: string,
  email = `${role}-${crypto.randomUUID()}@shop.example`,
): Promise<string> {
  await page.goto(await linkFor(directory, email, role));
  await page.getByLabel("Your name").fill(`Robin the ${role}`);
  await page.getByLabel("New password").fill(joinPassword);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Your sign-in" })).toBeVisible();
  return email;
}

/** Expects that the page is not wider than its window, and that axe finds nothing. */
export async function expectGood(page: Page, hasScripts: boolean): Promise<void> {
  const [wide, window] = [await page.locator("body").evaluate(({ scrollWidth }) => scrollWidth), page.viewportSize()?.width ?? 0];
  expect(wide).toBeLessThanOrEqual(window);
  if (hasScripts) await expectAccessible(page);
}
