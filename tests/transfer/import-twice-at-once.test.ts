import { describe, expect, test } from "vitest";
import { engines, openShop } from "../support/shop.ts";
import { catalogueIn, expectWhole, jarsOf } from "./daily-files.ts";
import { type FiledProduct, imported, importing, type ShopLocation, timeoutMs, writtenFile } from "./import-process.ts";

/** Starts two commands at the same moment, each with its own file. */
async function bothAtOnce(place: ShopLocation, ...files: (readonly FiledProduct[])[]): Promise<void> {
  const paths = await Promise.all(files.map((products) => writtenFile(place, products)));
  const ended = await Promise.all(paths.map((path) => importing(place, path, "--stock").ended));
  expect(ended).toEqual(files.map(() => ({ code: 0, signal: null, said: expect.stringContaining("; 0 rows refused") })));
}

describe.each(engines)("two imports at once, on %s", { timeout: timeoutMs }, (engine) => {
  test("end as one would have: of the same file, and of one that has its products from the last to the first", async () => {
    const shop = await openShop({ engine, products: "none", pays: false });
    const undisturbed = await openShop({ engine, products: "none", pays: false });
    const [created, changed] = [jarsOf("birch"), jarsOf("cedar")];
    await imported(undisturbed, created, "--stock");

    await bothAtOnce(shop, created, created);

    expect(await expectWhole(shop.shop.db)).toEqual(new Map([["birch", created.length]]));
    expect(await catalogueIn(shop.shop.db)).toEqual(await catalogueIn(undisturbed.shop.db));
    await imported(undisturbed, changed, "--stock");

    await bothAtOnce(shop, changed, changed.toReversed());

    expect(await expectWhole(shop.shop.db)).toEqual(new Map([["cedar", changed.length]]));
    expect(await catalogueIn(shop.shop.db)).toEqual(await catalogueIn(undisturbed.shop.db));
  });
});
