import { describe, expect, test } from "vitest";
import { staffReviewDecisionPath, staffReviewPath, staffReviewsPath } from "../../server/staff/paths.ts";
import { engines, openShop, type TestShop } from "../support/shop.ts";
import { staffBrowser, tokenIn } from "./staff-fixture.ts";

const addReview = ({ shop }: TestShop, id: string, at: number) =>
  shop.db
    .insertInto("review")
    .values({
      id,
      product_id: "p-2",
      customer_id: null,
      order_id: `order-of-${id}`,
      author: "Ada",
      stars: 5,
      title: `Title ${id}`,
      body: "Good",
      published: 0,
      at,
    })
    .execute();
const stored = ({ shop }: TestShop, id: string) =>
  shop.db
    .selectFrom("review")
    .select(["published", "answer", "answered_at", "body"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
const seenIn = (text: string) => /name="seen" value="([^"]+)"/.exec(text)?.[1] ?? "none";
const productPage = async (test: TestShop) => (await test.browser().get("/storefront/products/product-2/")).text;

describe.each(engines)("reviews on the staff's side, on %s", (engine) => {
  test("an editor shows, answers and hides one; the history says so, and undoes it", async () => {
    const test = await openShop({ engine, pays: false });
    await addReview(test, "r-1", 1000);
    const editor = await staffBrowser(test, "editor");
    const list = await editor.get(staffReviewsPath);
    expect(list.text).toContain("Title r-1");

    const shown = await editor.form(staffReviewDecisionPath("r-1"), {
      ...{ _csrf: tokenIn(list), seen: seenIn(list.text), state: "shown", from: "waiting" },
    });
    expect([shown.status, shown.headers.get("location")]).toEqual([303, `${staffReviewsPath}?state=waiting&notice=shown`]);
    expect((await editor.get(staffReviewsPath)).text).toContain("No reviews here.");
    expect(await productPage(test)).toContain("Title r-1");

    const page = await editor.get(staffReviewPath("r-1"));
    const form = { _csrf: tokenIn(page), seen: seenIn(page.text), state: "shown" };
    const long = await editor.form(staffReviewDecisionPath("r-1"), { ...form, answer: "x".repeat(2001) });
    expect([long.status, long.text.includes("x".repeat(2001))]).toEqual([422, true]);
    expect((await editor.form(staffReviewDecisionPath("r-1"), { ...form, answer: "Thank <you>" })).status).toBe(303);
    expect(await productPage(test)).toContain("Thank &lt;you&gt;");

    const after = await editor.get(staffReviewPath("r-1"));
    const undo = /action="(\/staff\/changes\/[^"]+)"/.exec(after.text)?.[1] ?? "no undo";
    expect((await editor.form(undo, { _csrf: tokenIn(after) })).status).toBe(303);
    expect(await stored(test, "r-1")).toMatchObject({ published: 1, answer: "" });
  });

  test("an answer is as old as its words, whatever is decided later", async () => {
    const test = await openShop({ engine, pays: false });
    await addReview(test, "r-1", 1000);
    const editor = await staffBrowser(test, "editor");
    const decide = async (state: string) => {
      const page = await editor.get(staffReviewPath("r-1"));
      const form = { _csrf: tokenIn(page), seen: seenIn(page.text), state, answer: "Thank you" };
      expect((await editor.form(staffReviewDecisionPath("r-1"), form)).status).toBe(303);
      return await stored(test, "r-1");
    };
    const { answered_at } = await decide("shown");
    test.pass(1000);
    expect(await decide("hidden")).toMatchObject({ published: 0, answered_at });
  });

  test("words that its buyer changed meanwhile are not approved unread", async () => {
    const test = await openShop({ engine, pays: false });
    await addReview(test, "r-1", 1000);
    const editor = await staffBrowser(test, "editor");
    const list = await editor.get(staffReviewsPath);
    await test.shop.db.updateTable("review").set({ body: "Buy elsewhere" }).execute();

    const refused = await editor.form(staffReviewDecisionPath("r-1"), {
      ...{ _csrf: tokenIn(list), seen: seenIn(list.text), state: "shown" },
    });

    expect([refused.status, refused.text.includes("Buy elsewhere")]).toEqual([409, true]);
    expect(await stored(test, "r-1")).toMatchObject({ published: 0 });
    const reader = await staffBrowser(test, "reader");
    const read = await reader.get(staffReviewPath("r-1"));
    expect(read.text).not.toContain("Save");
    const denied = await reader.form(staffReviewDecisionPath("r-1"), { _csrf: tokenIn(read), seen: "x", state: "shown" });
    expect(denied.status).toBe(403);
  });

  test("the list goes on page by page, the latest first", async () => {
    const test = await openShop({ engine, pays: false });
    for (let n = 0; n < 31; n++) await addReview(test, `r-${n}`, 1000 + n);
    const editor = await staffBrowser(test, "editor");
    const first = (await editor.get(staffReviewsPath)).text;
    const older = /href="([^"]+)" rel="next"/.exec(first)?.[1]?.replaceAll("&#x3D;", "=").replaceAll("&amp;", "&") ?? "none";
    const second = (await editor.get(older)).text;
    const titles = (text: string) => [...text.matchAll(/Title (r-\d+)/g)].map(([, id]) => id);
    expect([titles(first).length, titles(first)[0], titles(second)]).toEqual([30, "r-30", ["r-0"]]);
  });
});
