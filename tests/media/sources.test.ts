import { describe, expect, test } from "vitest";
import { parseDrawnKey } from "../../server/media/drawn/spec.ts";
import { pictureSources } from "../../server/media/sources.ts";
import { standInKey } from "../../server/media/stand-in.ts";
import { parseStoredName } from "../../server/media/stored-name.ts";

const hash = "0123456789abcdef0123456789abcdef";
const size = { width: 960, height: 720 };

describe("the sources of a picture", () => {
  test("a stored one has every width in both types, AVIF first, the widest WebP behind them", () => {
    expect(pictureSources({ kind: "stored", key: `${hash}-960.webp`, ...size })).toEqual({
      src: `/media/${hash}-960.webp`,
      ...size,
      sources: [
        {
          type: "image/avif",
          srcset: `/media/${hash}-320.avif 320w, /media/${hash}-640.avif 640w, /media/${hash}-960.avif 960w`,
        },
        {
          type: "image/webp",
          srcset: `/media/${hash}-320.webp 320w, /media/${hash}-640.webp 640w, /media/${hash}-960.webp 960w`,
        },
      ],
    });
  });

  test("a small one only the widths that there are", () => {
    const srcset = (key: string) => pictureSources({ kind: "stored", key, ...size }).sources[0]?.srcset;
    expect(srcset(`${hash}-500.webp`)).toBe(`/media/${hash}-320.avif 320w, /media/${hash}-500.avif 500w`);
    expect(srcset(`${hash}-320.webp`)).toBe(`/media/${hash}-320.avif 320w`);
    expect(srcset(`${hash}-90.webp`)).toBe(`/media/${hash}-90.avif 90w`);
  });

  test("a drawn one is its drawing", () => {
    const key = standInKey("seeds", "lemon-haze", 0);
    expect(pictureSources({ kind: "drawn", key, ...size })).toEqual({ src: `/media/drawn/${key}.svg`, ...size, sources: [] });
  });
});

test.each([
  `${hash}-961.webp`,
  `${hash}-0.webp`,
  `${hash}-0320.webp`,
  `${hash}-320.svg`,
  `${hash}-320.webp.tmp`,
  `../${hash}-320.webp`,
  `${hash.toUpperCase()}-320.webp`,
  `${hash}-320.webp\n`,
  "store.db",
])("%j is the name of no stored picture", (text) => expect(parseStoredName(text)).toBeUndefined());

describe("a drawn stand-in", () => {
  const categories = ["seeds", "glass", "mushrooms", "apparel", "that-badu"];

  test("fits its category and can be drawn, at every position", () => {
    for (const category of categories)
      for (const position of [0, 1, 3, 4, 9]) {
        const key = standInKey(category, "linen-apron", position);
        expect(parseDrawnKey(key)?.category).toBe(category);
      }
  });

  test("is the same for the same goods and another for others", () => {
    const keys = categories.flatMap((category) =>
      Array.from({ length: 200 }, (_, n) =>
        [0, 1, 2, 3, 4, 5].map((position) => standInKey(category, `goods-${n}`, position)),
      ).flat(),
    );
    expect(new Set(keys).size).toBe(keys.length);
    expect(standInKey("glass", "goods-1", 2)).toBe(standInKey("glass", "goods-1", 2));
  });

  test("further positions are further views of the same piece", () => {
    const [one, two] = [0, 1].map((position) => parseDrawnKey(standInKey("glass", "jar", position)));
    expect(two).toEqual({ ...one, view: 1 });
  });

  test("a category that cannot be drawn gets a piece of the shop's own line, and any text may be a seed", () => {
    expect(parseDrawnKey(standInKey("__proto__", "ü/😀 ../x", 0))?.category).toBe("that-badu");
    expect(parseDrawnKey(standInKey("seeds", "cafe", 0))?.seed).toBe("cafe");
  });
});
