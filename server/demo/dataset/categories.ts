import type { DemoCategory } from "./types.ts";

type DemoCategoryText = { slug: DemoCategory; name: string; intro: string };

export const categories: readonly DemoCategoryText[] = [
  {
    slug: "seeds",
    name: "Seeds",
    intro:
      "Counted, dated, and tested lot by lot. Every packet names its harvest, its germination rate, and the height to expect, so that what comes up is what you chose.",
  },
  {
    slug: "glass",
    name: "Glass",
    intro:
      "Borosilicate blown in small rooms by people who sign their work. True joints, even walls, and nothing that cannot be washed clean with warm water and salt.",
  },
  {
    slug: "mushrooms",
    name: "Mushrooms",
    intro:
      "Kits and blocks for a kitchen shelf, spawn for a log in the shade, and dried ones for the pot. Grown, cut, and packed on two farms that we know by name.",
  },
  {
    slug: "apparel",
    name: "Apparel",
    intro:
      "Plain cuts in cotton, hemp, and wool, sewn to be mended. Few colors, honest weights, and sizes that stay what they were after the wash.",
  },
  {
    slug: "that-badu",
    name: "That Badu",
    intro:
      "Our own line: small useful things for the table, the pocket, and the potting shed, made in short runs and packed in paper.",
  },
];
