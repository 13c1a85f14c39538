import { describe, expect, test } from "vitest";
import { pictureSources, placeholder, wideSources } from "../../server/media/sources.ts";
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

  test("one as wide as the window has files up to its own width, of which phones get none wider than a product's", () => {
    const files = (...wide: number[]) => wide.map((each) => `/media/${hash}-${each}.avif ${each}w`).join(", ");
    const { width, sources } = wideSources(`/media/${hash}-2560.webp`);
    expect([width, sources.map(({ type, media }) => [type, media])]).toEqual([
      2560,
      [
        ["image/avif", "(width < 48rem)"],
        ["image/avif", undefined],
        ["image/webp", "(width < 48rem)"],
        ["image/webp", undefined],
      ],
    ]);
    expect(sources[0]?.srcset).toBe(files(320, 640, 960));
    expect(sources[1]?.srcset).toBe(files(320, 640, 960, 1280, 1920, 2560));
    expect(wideSources(`/media/${hash}-900.webp`).sources.map(({ media }) => media)).toEqual([undefined, undefined]);
    expect(wideSources("/media/drawn/one.svg")).toEqual({ sources: [] });
  });

  test("a drawn one is its drawing", () => {
    expect(pictureSources({ kind: "drawn", key: "one", ...size })).toEqual({ src: "/media/drawn/one.svg", ...size, sources: [] });
  });

  test("the placeholder says that it is one", () => {
    expect(pictureSources(placeholder)).toMatchObject({ src: "/media/drawn/placeholder.svg", sources: [], isPlaceholder: true });
  });
});

test.each([
  `${hash}-2561.webp`,
  `${hash}-0.webp`,
  `${hash}-0320.webp`,
  `${hash}-320.svg`,
  `${hash}-320.webp.tmp`,
  `../${hash}-320.webp`,
  `${hash.toUpperCase()}-320.webp`,
  `${hash}-320.webp\n`,
  "store.db",
])("%j is the name of no stored picture", (text) => expect(parseStoredName(text)).toBeUndefined());
