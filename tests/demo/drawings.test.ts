import { readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { drawBanner, isBannerCategory } from "../../server/demo/drawings/banner.ts";
import { drawProduct } from "../../server/demo/drawings/draw.ts";
import { demoDrawings } from "../../server/demo/drawings/generator.ts";
import { lineups } from "../../server/demo/drawings/lineups.ts";
import { isDrawnCategory, motifNames, motifs } from "../../server/demo/drawings/motifs.ts";
import { completed, drawnKey, parseDrawnKey, viewCount } from "../../server/demo/drawings/spec.ts";

const categories = Object.keys(motifs).filter(isDrawnCategory);
const everyMotif = categories.flatMap((category) => motifNames(category).map((motif) => ({ category, motif })));
const views = Array.from({ length: viewCount }, (_, view) => view);
const drawn = everyMotif.flatMap((one) => views.map((view) => drawProduct({ ...one, seed: "7f3a", label: "LEMON HAZE", view })));
const banners = Object.keys(lineups)
  .filter(isBannerCategory)
  .flatMap((category) => lineups[category].map((_, at) => drawBanner({ category, seed: at.toString(16) })));
const all = [...drawn, ...banners];

const idsOf = (svg: string) => [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id ?? "");
const attributesOf = (svg: string) => [...new Set([...svg.matchAll(/\s([a-zA-Z:-]+)="/g)].map(([, name]) => name ?? ""))];

describe("every drawn picture", () => {
  test("is the same bytes for the same wish, and others for another seed", () => {
    for (const one of everyMotif) {
      const again = drawProduct({ ...one, seed: "7f3a", label: "LEMON HAZE", view: 0 });
      expect(drawn).toContain(again);
      expect(drawProduct({ ...one, seed: "7f3b", label: "LEMON HAZE", view: 0 })).not.toBe(again);
    }
  });

  test("holds shapes only: no script, no style, nothing from elsewhere", () => {
    const elements = new Set(all.flatMap((svg) => [...svg.matchAll(/<([a-zA-Z]+)/g)].map(([, name]) => name)));
    const known = "svg defs g path rect circle ellipse use clipPath pattern linearGradient radialGradient stop filter";
    const effects = "feGaussianBlur feOffset feTurbulence feColorMatrix feComposite feMerge feMergeNode";

    expect([...elements].filter((name) => !`${known} ${effects}`.split(" ").includes(name ?? ""))).toEqual([]);
    expect(
      all.flatMap(attributesOf).filter((name) => name === "style" || name.startsWith("on") || name.includes("xlink")),
    ).toEqual([]);
    expect(all.flatMap((svg) => [...svg.matchAll(/href="([^#])/g)])).toEqual([]);
    expect(all.filter((svg) => /url\((?!#)|NaN|undefined|Infinity/.test(svg))).toEqual([]);
  });

  test("refers to what it defines, by ids that no other picture on the page has", () => {
    for (const svg of all) {
      const ids = idsOf(svg);
      const wanted = [...svg.matchAll(/#(p[0-9a-z]+-[0-9a-z]+)/g)].map(([, id]) => id ?? "");
      expect(new Set(ids).size).toBe(ids.length);
      expect(wanted.filter((id) => !ids.includes(id))).toEqual([]);
    }
    const everywhere = all.flatMap(idsOf);
    expect(new Set(everywhere).size).toBe(everywhere.length);
  });

  test("is small enough to be served as it is", () => {
    expect(Math.max(...drawn.map((svg) => svg.length))).toBeLessThan(40_000);
    expect(drawn.reduce((sum, svg) => sum + svg.length, 0) / drawn.length).toBeLessThan(16_000);
    expect(Math.max(...banners.map((svg) => svg.length))).toBeLessThan(80_000);
  });
});

/** The mean brightness, 0 to 255, of the corners, the middle, and both sides of the plinth. */
async function brightness(svg: string) {
  const size = 96;
  const { data } = await sharp(Buffer.from(svg))
    .resize(size, size)
    .flatten()
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const patch = (left: number, top: number, wide: number) => {
    const spots = Array.from({ length: wide * wide }, (_, at) => (top + Math.floor(at / wide)) * size + left + (at % wide));
    return spots.reduce((sum, spot) => sum + (data[spot] ?? 0), 0) / spots.length;
  };
  const edge = size - 4;
  const corners = [patch(0, 0, 4), patch(edge, 0, 4), patch(0, edge, 4), patch(edge, edge, 4)];
  return {
    corners: corners.reduce((sum, one) => sum + one, 0) / 4,
    middle: patch(24, 24, 48),
    lit: patch(25, 90, 5),
    shaded: patch(80, 90, 5),
  };
}

test("apparel stands on a white plinth, all else on a black one, and is lit (requirements 150, 151)", async () => {
  for (const { category, motif } of everyMotif) {
    const { corners, middle, lit, shaded } = await brightness(
      drawProduct({ category, motif, seed: "1", label: "BADU", view: 0 }),
    );
    const white = category === "apparel";
    expect([motif, white ? corners > 240 : corners < 16]).toEqual([motif, true]);
    expect([motif, white ? middle < 240 : middle > corners + 5]).toEqual([motif, true]);
    expect([motif, white ? shaded < corners - 20 : lit > corners + 20, lit > shaded + 20]).toEqual([motif, true, true]);
  }
});

describe("the key of a picture", () => {
  test("says all that decides it, so that the key alone draws the same", () => {
    const spec = completed({ category: "that-badu", seed: "candle on the table", motif: "candle", label: "Fern & Co.", view: 2 });

    expect(spec.label).toBe("FERN CO");
    expect(drawnKey(spec)).toMatch(/^badu-candle-[a-z]+-[a-z.]+-fern_co-[0-9a-f]{1,8}-v2$/);
    expect(parseDrawnKey(drawnKey(spec))).toEqual(spec);
    expect(demoDrawings(drawnKey(spec))?.()).toBe(drawProduct(spec));
  });

  test.each([
    "seeds-packet-citrus-moss.cream.amber-lemon_haze-7f3a-v4",
    "seeds-packet-citrus-moss.cream.amber-lemon_haze-7f3a-v0/",
    "seeds-beaker-citrus-moss-_-1-v0",
    "seeds-packet-nothing-moss-_-1-v0",
    "seeds-packet-citrus-mauve-_-1-v0",
    "seeds-packet-citrus-moss.moss.moss.moss-_-1-v0",
    "seeds-packet-citrus-moss-_-123456789-v0",
    "seeds-packet-citrus-moss-_a_-1-v0",
    "that-badu-candle-leaf-moss-_-1-v0",
    "seeds-constructor-leaf-moss-_-1-v0",
    "seeds-packet-valueof-moss-_-1-v0",
    "banner-nowhere-0",
    "banner-seeds-",
    "../mark",
    "",
  ])("names nothing when it is %s", (key) => {
    expect(demoDrawings(key)).toBeUndefined();
  });

  test("of the shop's mark gives the mark", () => {
    expect(demoDrawings("mark")?.()).toContain('viewBox="0 0 64 64"');
  });
});

test("the pieces of hero pictures are pictures of sold products", async () => {
  const products = await readFile(join(import.meta.dirname, "../../server/demo/dataset/products.csv"), "utf8");
  const banners = await readFile(join(import.meta.dirname, "../../server/demo/dataset/banners.json"), "utf8");
  const shown = Object.values(lineups).flatMap((choices) => choices.flatMap((pieces) => pieces.map(([key]) => key)));
  const named = [...banners.matchAll(/drawn\/((?!banner)[^"]+)\.svg/g)].map(([, key = ""]) => key);

  for (const key of [...shown, ...named]) expect(products).toContain(`/media/drawn/${key.replace(/-1-v0$/, "-")}`);
  expect(named.length).toBeGreaterThan(5);
});
