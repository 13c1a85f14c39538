import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Db } from "../../server/db/tables.ts";
import { folderStore } from "../../server/media/folder-store.ts";
import { downloadPicture } from "../../server/media/safe-download.ts";
import { refuse } from "../../server/outcome.ts";
import { type FetchPicturesOptions, fetchPictures, type PictureReport } from "../../server/transfer/pictures/fetch-pictures.ts";
import { openPictureSource } from "../../server/transfer/pictures/picture-source.ts";
import type { Draft } from "../../server/transfer/rules/draft.ts";
import { importBatch } from "../../server/transfer/writing/batch.ts";
import { engines, now, openCatalog, productId } from "../catalog/open-catalog.ts";
import { only, serve } from "../media/serve.ts";

/** A file's product, whose pictures' alternative texts are their addresses. */
const draftWithPictures = (slug: string, ...urls: string[]): Draft => ({
  line: 2,
  slug,
  name: slug,
  category: "apparel",
  brand: "",
  description: "",
  published: true,
  variants: [
    {
      line: 2,
      key: slug,
      sku: "",
      name: "",
      options: {},
      price: 4850,
      compareAt: undefined,
      onHand: 3,
      grams: 0,
      barcode: "",
      picture: "",
    },
  ],
  pictures: urls.map((url, at) => ({ line: 2 + at, url, alt: `${slug} ${at}`, position: at + 1 })),
});

async function take(db: Db, ...drafts: Draft[]): Promise<string[]> {
  const outcomes = await importBatch(db, drafts, { stock: "kept", now, isDrawing: () => false });
  return outcomes.map((outcome) => (outcome.ok ? outcome.value.saved : outcome.error));
}

const picturesOf = async (db: Db, slug: string) =>
  db
    .selectFrom("product_media")
    .select(["kind", "key", "alt", "width", "height", "wanted_url"])
    .where("product_id", "=", await productId(db, slug))
    .orderBy("position")
    .execute();

const arrived = { key: `${"a".repeat(32)}-960.webp`, width: 960, height: 720 };

/**
 * Fetches pictures, which all arrive except those whose address contains "no"; `requests` are the
 * addresses in order.
 */
async function run(db: Db, slugs: readonly string[], options: Partial<FetchPicturesOptions> = {}) {
  const requests: string[] = [];
  const missed: PictureReport[] = [];
  const steps: [number, number][] = [];
  const store: FetchPicturesOptions["store"] = async (url) => {
    requests.push(url);
    if (options.store) return options.store(url);
    return url.includes("no") ? refuse("invalid", "it is empty") : { ok: true, value: arrived };
  };
  const brought = await fetchPictures(db, slugs, {
    onMissing: (report) => void missed.push(report),
    onProgress: (done, of) => void steps.push([done, of]),
    ...options,
    store,
  });
  return { ...brought, requests, missed, steps };
}

const [one, two, no] = ["http://pictures.test/1.jpg", "http://pictures.test/2.jpg", "http://pictures.test/no.jpg"];

describe.each(engines)("pictures of imported products on %s", (engine) => {
  test("have a placeholder until they arrive; those that do not are reported and tried again, also when nothing else changed", async () => {
    const db = await openCatalog(engine);
    await take(db, draftWithPictures("apron", no, two));
    expect(await picturesOf(db, "apron")).toMatchObject([
      { kind: "drawn", key: "placeholder", alt: "apron 0", wanted_url: no },
      { kind: "drawn", key: "placeholder", alt: "apron 1", wanted_url: two },
    ]);

    const first = await run(db, ["apron"]);
    expect(first).toMatchObject({ brought: 1, missing: 1, left: 0, missed: [{ url: no, slug: "apron", reason: "it is empty" }] });
    expect(first.steps).toEqual([
      [1, 2],
      [2, 2],
    ]);
    expect(await picturesOf(db, "apron")).toMatchObject([{ kind: "drawn" }, { kind: "stored", ...arrived, alt: "apron 1" }]);

    expect(await take(db, draftWithPictures("apron", no, two))).toEqual(["unchanged"]);
    const second = await run(db, ["apron"], { store: async () => ({ ok: true, value: arrived }) });
    expect(second).toMatchObject({ brought: 1, missing: 0, requests: [no] });
    expect(await run(db, ["apron"])).toMatchObject({ brought: 0, missing: 0, requests: [], steps: [] });
  });

  test("that arrived stay at the next import, also when the file puts them in another order", async () => {
    const db = await openCatalog(engine);
    await take(db, draftWithPictures("apron", no, two));
    await run(db, ["apron"]);
    expect(await take(db, draftWithPictures("apron", two, no))).toEqual(["changed"]);
    expect(await picturesOf(db, "apron")).toMatchObject([
      { kind: "stored", ...arrived, wanted_url: two },
      { kind: "drawn", key: "placeholder", wanted_url: no },
    ]);
  });

  test("are asked for in the file's order, of these products alone, however many there are", async () => {
    const db = await openCatalog(engine);
    await take(
      db,
      draftWithPictures("apron", one),
      draftWithPictures("bag", two),
      draftWithPictures("cap"),
      draftWithPictures("dress", no),
    );
    const none = Array.from({ length: 66_000 }, (_, n) => `none-${n}`);
    expect(await run(db, ["bag", "cap", ...none, "apron"])).toMatchObject({ brought: 2, missing: 0, requests: [two, one] });
    expect(await picturesOf(db, "cap")).toEqual([]);
    expect(await picturesOf(db, "dress")).toMatchObject([{ kind: "drawn", wanted_url: no }]);
  });

  test("of the same address are fetched once, arrived or not", async () => {
    const db = await openCatalog(engine);
    const slugs = Array.from({ length: 150 }, (_, n) => `apron-${n}`);
    await take(db, ...slugs.map((slug) => draftWithPictures(slug, one, no)));
    const { requests, brought, missing } = await run(db, slugs);
    expect([requests.sort(), brought, missing]).toEqual([[one, no].sort(), 150, 150]);
  });

  test("are brought four at a time", async () => {
    const db = await openCatalog(engine);
    await take(db, draftWithPictures("apron", ...Array.from({ length: 9 }, (_, n) => `http://pictures.test/${n}`)));
    let [running, most] = [0, 0];
    const store = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
      return { ok: true as const, value: arrived };
    };
    expect(await run(db, ["apron"], { store })).toMatchObject({ brought: 9 });
    expect(most).toBe(4);
  });

  test("that another import took away or changed meanwhile are left as that one has them", async () => {
    const db = await openCatalog(engine);
    await take(db, draftWithPictures("apron", one), draftWithPictures("bag", two), draftWithPictures("cap", no));
    const store: FetchPicturesOptions["store"] = async (url) => {
      if (url === one) await take(db, draftWithPictures("apron", no));
      if (url === two) await take(db, draftWithPictures("bag"));
      if (url === no) await take(db, { ...draftWithPictures("cap", "http://pictures.test/first.jpg", no), name: "Another cap" });
      return { ok: true, value: arrived };
    };
    const { brought, missing } = await run(db, ["apron", "bag", "cap"], { store });
    expect(await picturesOf(db, "apron")).toMatchObject([{ kind: "drawn", wanted_url: no }]);
    expect(await picturesOf(db, "bag")).toEqual([]);
    // The row was rewritten under another number, but still waited for this picture.
    expect(await picturesOf(db, "cap")).toMatchObject([{ kind: "drawn" }, { kind: "stored", ...arrived, wanted_url: no }]);
    expect([brought, missing]).toEqual([1, 0]);
  });

  test("wait on when the owner stops the run: what was broken off is no failure", async () => {
    const db = await openCatalog(engine);
    const urls = Array.from({ length: 12 }, (_, n) => `http://pictures.test/${n}`);
    await take(db, draftWithPictures("apron", ...urls));
    const stop = new AbortController();
    const store: FetchPicturesOptions["store"] = async (url) => {
      if (url.endsWith("/5")) stop.abort();
      return stop.signal.aborted ? refuse("failed", "its download was stopped") : { ok: true, value: arrived };
    };
    const { brought, missing, left, missed } = await run(db, ["apron"], { store, signal: stop.signal });
    expect([missing, missed, brought + left]).toEqual([0, [], 12]);
    expect(brought).toBeLessThan(7);
    const kinds = (await picturesOf(db, "apron")).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "stored")).toHaveLength(brought);

    expect(await run(db, ["apron"])).toMatchObject({ brought: left, left: 0 });
  });

  test("end whole when the disk is full: nobody writes any more when that is told", async () => {
    const db = await openCatalog(engine);
    await take(db, draftWithPictures("apron", ...Array.from({ length: 40 }, (_, n) => `http://pictures.test/${n}`)));
    const full = Object.assign(new Error("no space left on the disk"), { code: "ENOSPC" });
    const requests: string[] = [];
    const store: FetchPicturesOptions["store"] = async (url) => {
      requests.push(url);
      if (url.endsWith("/2")) throw full;
      return { ok: true, value: arrived };
    };
    await expect(run(db, ["apron"], { store })).rejects.toBe(full);
    const before = [requests.length, await picturesOf(db, "apron")];
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([requests.length, await picturesOf(db, "apron")]).toEqual(before);
    expect(requests.length).toBeLessThan(9);
  });

  test("come over the network onto the disk, and a page instead of one does not", async () => {
    const db = await openCatalog(engine);
    const dataDir = await mkdtemp(join(tmpdir(), "shop-media-"));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const photo = await sharp({ create: { width: 70, height: 50, channels: 3, background: "#345" } })
      .jpeg()
      .toBuffer();
    const place = await serve((req, res) => void res.end(req.url === "/1.jpg" ? photo : "<!doctype html><p>Sign in"));
    await take(db, draftWithPictures("apron", `${place.url}/1.jpg`, `${place.url}/2.jpg`));

    const store = openPictureSource({ media: folderStore(dataDir), download: (url) => downloadPicture(url, only(place)) });
    const { brought, missed } = await run(db, ["apron"], { store });

    expect(brought).toBe(1);
    expect(missed).toEqual([{ url: `${place.url}/2.jpg`, slug: "apron", reason: "it is a web page, not a picture" }]);
    const [first] = await picturesOf(db, "apron");
    expect(first).toMatchObject({ kind: "stored", width: 70, height: 50 });
    expect(await readdir(join(dataDir, "media"))).toContain(first?.key);
  });
});
