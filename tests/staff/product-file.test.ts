import { describe, expect, test } from "vitest";
import { readSnapshot } from "../../server/db/transaction.ts";
import { writeCatalog } from "../../server/transfer/export.ts";
import { engines, openShop } from "../support/shop.ts";
import { staffBrowser } from "./staff-fixture.ts";

describe.each(engines)("on %s", (engine) => {
  test("the staff's file of the catalog is the command's", async () => {
    const test = await openShop({ engine, pays: false });
    await test.shop.db.updateTable("product").set({ published: 0 }).where("id", "=", "p-3").execute();
    const editor = await staffBrowser(test, "editor");
    const { status, text, headers } = await editor.get("/staff/catalog.csv");
    expect([status, headers.get("content-disposition")]).toEqual([200, 'attachment; filename="products.csv"']);

    const written: string[] = [];
    const write = async (part: string) => void written.push(part);
    const { publicUrl } = test.shop.config;
    const counts = await readSnapshot(test.shop.db, (tx) =>
      writeCatalog(tx, { publicUrl, write, hasCosts: false, passed: () => {} }),
    );
    expect([counts.products, text]).toEqual([4, written.join("")]);
    expect(text).toContain("product-3,");
  });
});
