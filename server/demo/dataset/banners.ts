import { drawnUrl } from "../../media/drawn-urls.ts";
import { bannerUrl } from "../drawings/banner.ts";
import type { DemoCategory } from "./types.ts";

/** Banner fields of requirement 162; `page` is `home` or a category's slug. */
type DemoBanner = {
  page: "home" | DemoCategory;
  background: { url: string; alt: string };
  bannerInfo: {
    title: string;
    subtitle: string;
    ctaButtonText: string;
    ctaButtonLink: string;
    image: { url: string; alt: string };
  };
};

const listing = (query: string) => `/storefront/collections/?${query}`;

const banner = (
  page: DemoBanner["page"],
  [art, at]: readonly [of: DemoBanner["page"], at: number],
  backgroundAlt: string,
  imageKey: string,
  imageAlt: string,
  words: readonly [title: string, subtitle: string, button: string, link: string],
): DemoBanner => ({
  page,
  background: { url: bannerUrl(art, at), alt: backgroundAlt },
  bannerInfo: {
    title: words[0],
    subtitle: words[1],
    ctaButtonText: words[2],
    ctaButtonLink: words[3],
    image: { url: drawnUrl(imageKey), alt: imageAlt },
  },
});

export const banners: readonly DemoBanner[] = [
  banner(
    "home",
    ["home", 0],
    "A seed packet, a glass beaker, king oyster mushrooms, and a lit candle on a dark table",
    "seeds-packet-bloom-cream.leaf.coral-first_light-1-v0",
    "A cream seed packet printed with a coral flower",
    [
      "Grown, blown, and sewn with care",
      "Seed by the lot, glass by the maker, and small useful things from our own bench.",
      "See everything",
      "/storefront/collections/",
    ],
  ),
  banner(
    "home",
    ["mushrooms", 1],
    "A pink oyster grow kit, a tuft of chestnut mushrooms, and a cluster of gray oysters",
    "mushrooms-kit-none-rose.kraft.ink-pink_oyster-1-v0",
    "A kraft box with pink oyster mushrooms growing out of its front",
    [
      "A harvest in ten days",
      "A box, a windowsill, and a mister. The first flush is in the pan before the weekend after next.",
      "Grow a kit",
      listing("categories=mushrooms&attributes=form:kit"),
    ],
  ),
  banner(
    "home",
    ["that-badu", 1],
    "A green tin, a lit candle, a speckled mug, and a box of papers on a dark table",
    "badu-mug-leaf-bone.kraft.leaf-that_badu-1-v0",
    "A speckled mug with a green leaf, steam rising",
    [
      "Made in short runs",
      "Candles, mugs, and tins from our own bench. When a run is gone, it rests until the next one.",
      "See That Badu",
      "/storefront/that-badu/",
    ],
  ),
  banner(
    "seeds",
    ["seeds", 0],
    "Seed packets, a seedling in a clay pot, and a vial of seed on a dark table",
    "seeds-packet-citrus-moss.cream.amber-lemon_haze-1-v0",
    "A moss green seed packet with a slice of citrus",
    [
      "Counted, dated, tested",
      "Every packet names its lot, its germination, and the height to expect.",
      "Choose seeds",
      listing("categories=seeds"),
    ],
  ),
  banner(
    "glass",
    ["glass", 0],
    "Four clear glass vessels with colored rings, half full of water",
    "glass-beaker-none-teal.gold-norrland-1-v0",
    "A clear glass beaker with teal rings",
    [
      "Glass signed by its maker",
      "Borosilicate from small rooms, with true joints and even walls.",
      "Look at glass",
      listing("categories=glass"),
    ],
  ),
  banner(
    "mushrooms",
    ["mushrooms", 0],
    "A pink oyster grow kit, a tuft of chestnut mushrooms, and a cluster of gray oysters",
    "mushrooms-tuft-none-amber.brick-_-1-v0",
    "A tuft of brown capped chestnut mushrooms",
    [
      "Supper from the shelf",
      "Kits and blocks that fruit beside the stove, ten days from the first mist.",
      "Start a kit",
      listing("categories=mushrooms&attributes=form:kit"),
    ],
  ),
  banner(
    "apparel",
    ["apparel", 0],
    "A sage green hoodie, an amber beanie, and a canvas tote on pale paper",
    "apparel-hoodie-none-sage.pine.pine-slow_growth-1-v0",
    "A sage green hoodie",
    [
      "Half a kilo of hoodie",
      "Cotton and hemp, a hood that stands, and a gusset you will notice.",
      "See the hoodie",
      "/storefront/products/slow-growth-hoodie",
    ],
  ),
  banner(
    "apparel",
    ["apparel", 1],
    "A checked overshirt, charcoal joggers, and a moss green cap on pale paper",
    "apparel-cap-mountain-moss.cream.lemon-_-1-v0",
    "A moss green cap with mountains",
    [
      "For the bench in October",
      "Caps, checks, and joggers that may be worn to the post office.",
      "See what is warm",
      listing("categories=apparel&attributes=material:wool"),
    ],
  ),
  banner(
    "apparel",
    ["apparel", 2],
    "A cream T-shirt with a sun, a navy jacket, and striped socks on pale paper",
    "apparel-tee-sun-cream.coral.lemon-field_club-1-v0",
    "A cream T-shirt with a coral sun",
    [
      "Sewn to be mended",
      "Honest weights, flat seams, and a spare button inside.",
      "See all apparel",
      listing("categories=apparel"),
    ],
  ),
  banner(
    "that-badu",
    ["that-badu", 0],
    "A green tin, a lit candle, a speckled mug, and a box of papers on a dark table",
    "badu-candle-fern-sage.cream.leaf-greenhouse-1-v0",
    "A lit candle in a glass tumbler",
    [
      "Our own bench",
      "Made in short runs, packed in paper, used behind our own counter first.",
      "See the line",
      listing("categories=that-badu"),
    ],
  ),
];
