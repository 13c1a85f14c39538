import { expect, test } from "../support/engines/test.ts";
import { alive } from "./steps.ts";

const option = "[role=option]";

test("a shopper finds a product by keyboard: suggestions, the arrows, Enter", async ({ tab }) => {
  await tab.open("/storefront/");
  await tab.click("#q");
  await tab.type("lemon");
  await tab.see([option, /Lemon Meridian/]);
  const isChosen = () => tab.attribute([option, /Lemon Meridian/], "aria-selected");
  for (let step = 0; step < 10 && (await isChosen()) !== "true"; step++) await tab.press("ArrowDown");
  await tab.press("Enter");
  await tab.arrive(/\/products\/lemon-meridian\//);
  await tab.click("#q");
  await tab.type("glas");
  await tab.see(option);
  await tab.press("Escape");
  await tab.miss(option);
  expect(await tab.valueOf("#q")).toBe("glas");
  await tab.press("Enter");
  await tab.arrive(/\/collections\/\?q=glas$/);
});

test("a filter, an order and the next page narrow the listing, and Back widens it again", async ({ tab }) => {
  await tab.open("/storefront/collections/");
  await alive(tab, "listing-swap");
  const count = async () => (await tab.texts(".listing__count"))[0];
  const all = await count();
  await tab.click(["label", /^Glass/]);
  // If the listing is not changed in place, the form is sent by its button.
  if (!(await tab.run(() => "navigation" in window))) await tab.click(["main form button", /Show/]);
  await tab.arrive(/categories=glass/);
  await expect.poll(count).not.toBe(all);
  const glass = await count();
  await tab.choose("select[name=sort], select[name=order]", "Price: low to high");
  if (!(await tab.run(() => "navigation" in window))) await tab.click(["main form button", /Sort/]);
  await tab.arrive(/(sort|order)=/);
  expect(await count()).toBe(glass);
  await tab.back();
  await tab.back();
  await tab.arrive(/\/collections\/$/);
  await expect.poll(count).toBe(all);
});
