import type { Page } from "@playwright/test";

/**
 * Holds the answers from these addresses back until the returned function is called. A page that is
 * about to be replaced keeps what it shows for so long.
 */
export async function holdBack(page: Page, address: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
