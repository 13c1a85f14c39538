import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { openDatabase } from "../../server/db/open.ts";
import { passTime } from "../payments/settled.ts";
import { inDatabase, prepareEnvironment, type ShopEnvironment, startShop, store, until } from "../payments/shop-process.ts";
import { shopperOn } from "../payments/shopper.ts";
import { TestBrowser } from "../support/browser-of.ts";
import { isProof } from "../support/long-form.ts";
import { freshPostgresDatabase } from "../support/postgres.ts";
import { type Engine, engines } from "../support/shop.ts";

/** Another machine for this shop: it has the gateway, and nothing else of the shop. */
async function newMachine(
  { env: { DATABASE_URL: _, ...env }, gateway }: ShopEnvironment,
  engine: Engine,
): Promise<ShopEnvironment> {
  const directory = await mkdtemp(join(tmpdir(), "shop-restored-"));
  const postgres = engine === "postgres" ? await freshPostgresDatabase(inject("postgres")) : undefined;
  onTestFinished(async () => {
    await postgres?.drop();
    await rm(directory, { recursive: true, force: true });
  });
  const database = () => openDatabase({ url: postgres?.url, directory });
  return { directory, gateway, env: { ...env, ...(postgres && { DATABASE_URL: postgres.url }) }, database };
}

const paidOrders = (place: ShopEnvironment): Promise<string[]> =>
  inDatabase(place, async ({ db }) => (await db.selectFrom("orders").select("id").execute()).map(({ id }) => id));

test.each(isProof ? engines : engines.slice(0, 1))(
  "a backup made under load on %s becomes a shop on another machine in which fsck finds nothing",
  async (engine) => {
    const place = await prepareEnvironment(engine, { stock: { "v-2": 10_000 } });
    const shop = await startShop(place);
    const buy = async () => expect((await (await shopperOn(new TestBrowser(shop.url))).pay()).status).toBe(200);
    for (let n = 0; n < 3; n++) await buy();
    const before = await paidOrders(place);
    const file = join(place.directory, "backup.tar.gz");
    let isWriting = true;
    const buying = Promise.all(
      [1, 2, 3].map(async () => {
        while (isWriting) await buy();
      }),
    );
    expect(await store(place, "backup", file)).toMatchObject({ code: 0 });
    isWriting = false;
    await buying;
    await buy();
    await shop.end();

    const other = await newMachine(place, engine);
    expect(await store(other, "restore", file)).toMatchObject({ code: 0, said: expect.stringContaining("Restored the shop of") });
    expect(await paidOrders(other)).toEqual(expect.arrayContaining(before));
    const restored = await startShop(other);
    await until(async () => {
      await passTime(other);
      const open = await inDatabase(other, ({ db }) =>
        db.selectFrom("job").select("kind").where("state", "=", "waiting").where("kind", "=", "capture").execute(),
      );
      return open.length === 0 || undefined;
    });
    // K9: the sweep reports payments made after the backup, until the owner confirms.
    expect(await store(other, "sweep")).toMatchObject({ code: 1, said: expect.stringContaining("until you run sweep --accept") });
    expect(await store(other, "sweep", "--accept")).toMatchObject({ code: 0, said: expect.stringMatching(/Accepted: \d+/) });
    expect(await store(other, "fsck")).toEqual({ code: 0, said: "Everything agrees.\n" });
    const next = await (await shopperOn(new TestBrowser(restored.url))).pay();
    expect(next.status).toBe(200);
    await restored.end();
  },
);
