import { expect, test } from "../support/engines/test.ts";
import { alive, demo, signIn } from "./steps.ts";

const listing = "/storefront/collections/?categories=glass";
const pressed = ".heart[aria-pressed=true]";
const names = ".card__name a";

test("a guest's hearts stay, follow in another tab, and become the customer's at sign-in", async ({ tab }) => {
  await tab.open(listing);
  await alive(tab, "heart-icon");
  const [first = "", second = ""] = await tab.texts(names);
  for (const name of [first, second]) await tab.click(["button", `Favorite ${name}`]);
  await expect.poll(() => tab.count(pressed)).toBe(2);
  await tab.reload();
  await expect.poll(() => tab.count(pressed)).toBe(2);

  const other = await tab.openTab();
  await other.open(listing);
  await expect.poll(() => other.count(pressed)).toBe(2);

  await tab.open("/storefront/wishlist/");
  await expect.poll(() => tab.texts(names)).toEqual([second, first]);
  await tab.open("/identity/signin/");
  await signIn(tab, demo.email, demo.password);
  await tab.arrive(/\/storefront\/$/);
  await tab.open("/storefront/wishlist/");
  await expect.poll(() => tab.texts(names)).toEqual(expect.arrayContaining([second, first]));
  await tab.click(["button", `Favorite ${first}`]);
  await expect.poll(() => tab.texts(names)).not.toContain(first);
});

test("a heart works by keyboard", async ({ tab }) => {
  await tab.open(listing);
  await alive(tab, "heart-icon");
  await tab.tabTo(".heart");
  await tab.press(" ");
  await expect.poll(() => tab.count(pressed)).toBe(1);
  await tab.press("Enter");
  await expect.poll(() => tab.count(pressed)).toBe(0);
});
