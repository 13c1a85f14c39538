import { expect, test } from "../support/engines/test.ts";

test.use({ size: [390, 844] });

test("a phone's navigation begins with its current entry in view, and scrolls freely @short", async ({ tab }) => {
  await tab.open("/storefront/that-badu/");
  const isInView = () =>
    tab.run(() => {
      const box = document.querySelector(".site-nav [aria-current]")?.getBoundingClientRect();
      return box !== undefined && box.left >= 0 && box.right <= document.documentElement.clientWidth;
    });
  await expect.poll(isInView).toBe(true);
  await expect
    .poll(() => tab.run(() => getComputedStyle(document.querySelector(".site-nav") as Element).scrollSnapType))
    .toBe("none");

  await tab.run(() => document.querySelector(".site-nav")?.scrollTo(0, 0));
  await tab.run(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await tab.run(() => document.querySelector(".site-nav")?.scrollLeft)).toBe(0);
});
