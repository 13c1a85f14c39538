import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { folderStore } from "../../server/media/folder-store.ts";
import { refuse } from "../../server/outcome.ts";
import { openPictureFolder } from "../../server/transfer/pictures/picture-folder.ts";
import { openPictureSource, type PictureSource } from "../../server/transfer/pictures/picture-source.ts";
import { refusal } from "../media/serve.ts";

let around = "";
beforeEach(async () => {
  around = await mkdtemp(join(tmpdir(), "shop-source-"));
  await mkdir(join(around, "photos"));
});
afterEach(() => rm(around, { recursive: true, force: true }));

const picture = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: "#345" } })
    .png()
    .toBuffer();

/**
 * A source whose internet has a picture of 9 pixels at every address that does not contain "gone";
 * `fetched` are the requested addresses.
 */
async function open({ images = true, signal }: { images?: boolean; signal?: AbortSignal } = {}) {
  const fetched: string[] = [];
  const photo = await picture(9);
  const opened = await openPictureFolder(join(around, "photos"));
  if (!opened.ok) throw new Error(opened.error);
  const source: PictureSource = openPictureSource({
    media: folderStore(around),
    folder: images ? { name: "./photos", pictures: opened.value } : undefined,
    signal,
    download: async (url) => {
      fetched.push(url);
      return url.includes("gone")
        ? refuse("failed", "its server answered 404 instead of the picture")
        : { ok: true, value: photo };
    },
  });
  const widthOf = async (text: string) => {
    const outcome = await source(text);
    return outcome.ok ? outcome.value.width : outcome.error;
  };
  return { source, widthOf, fetched };
}

describe("a picture of a file", () => {
  test("is taken from the folder, and fetched where that has none", async () => {
    await writeFile(join(around, "photos/a.png"), await picture(5));
    const { widthOf, fetched } = await open();
    expect(await widthOf("a.png")).toBe(5);
    expect(await widthOf("https://cdn.test/files/a.png?v=1")).toBe(5);
    expect(await widthOf("https://cdn.test/files/b.png?v=1")).toBe(9);
    expect(await widthOf("https://cdn.test/gone.png")).toBe(
      "its server answered 404 instead of the picture; nor is it in ./photos",
    );
    expect(await widthOf("//cdn.test/c.png")).toBe(9);
    expect(fetched).toEqual(["https://cdn.test/files/b.png?v=1", "https://cdn.test/gone.png", "https://cdn.test/c.png"]);
  });

  test("that is a mere name and is nowhere is told so, with the way to give it", async () => {
    const [with_, without] = [await open(), await open({ images: false })];
    expect(await with_.widthOf("photos/a.jpg")).toBe("it is not in ./photos");
    expect(await without.widthOf("photos/a.jpg")).toBe("it is not an address: give its folder with --images DIR");
    expect(await without.widthOf("ftp://cdn.test/a.jpg")).toBe("its address does not begin with http:// or https://");
    expect(await without.widthOf("data:image/png;base64,AA==")).toBe("its address does not begin with http:// or https://");
    expect([with_.fetched, without.fetched]).toEqual([[], []]);
  });

  test("that lies damaged in the folder is told so, and no other is fetched in its place", async () => {
    await writeFile(join(around, "photos/a.png"), (await picture(5)).subarray(0, 50));
    const { source, fetched } = await open();
    expect(await source("https://cdn.test/a.png")).toEqual(refusal("it is damaged and cannot be read to the end (in ./photos)"));
    expect(fetched).toEqual([]);
  });

  test("is kept once, however it is called and wherever it comes from", async () => {
    await writeFile(join(around, "photos/a.png"), await picture(9));
    const { source } = await open();
    const kept = await Promise.all(["a.png", "https://cdn.test/b.png", "http://other.test/c.png"].map(source));
    expect(new Set(kept.map((outcome) => outcome.ok && outcome.value.key)).size).toBe(1);
    expect(await readdir(join(around, "media"))).toHaveLength(2);
  });

  test("is not begun once the owner has stopped the run", async () => {
    const { source } = await open({ signal: AbortSignal.abort() });
    expect(await source("https://cdn.test/b.png")).toEqual(refusal("its download was stopped"));
    expect(await readdir(around)).not.toContain("media");
  });
});
