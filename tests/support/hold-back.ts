import type { Page } from "@playwright/test";

/**
 * Holds the answers to this address back until the returned function is called; until then the page
 * stays.
 */
export async function holdBack(page: Page, address: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
