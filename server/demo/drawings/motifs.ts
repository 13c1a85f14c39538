import { beanie, bucket, cap } from "./apparel/hats.ts";
import { bandana, scarf } from "./apparel/neckwear.ts";
import { jacket, overshirt } from "./apparel/outerwear.ts";
import { socks, tote } from "./apparel/small.ts";
import { crewneck, hoodie, longsleeve } from "./apparel/sweats.ts";
import { pocket, tee } from "./apparel/tops.ts";
import { apron, joggers } from "./apparel/waist.ts";
import { incense, matches, papers } from "./badu/boxes.ts";
import { notebook, poster } from "./badu/desk.ts";
import { pin, sleeve, stickers, tray, zipcase } from "./badu/flat.ts";
import { candle, mug, soap } from "./badu/table.ts";
import { balm, caddy, grinder } from "./badu/tins.ts";
import { ashtray, carafe, catcher, rack } from "./glass/bench.ts";
import { bubbler, onehitter, slide, spoon } from "./glass/hand-pieces.ts";
import { dropper, jar, trio } from "./glass/keepers.ts";
import { beaker, cone, flask, tube } from "./glass/vessels.ts";
import { enoki, king, oyster } from "./mushrooms/clusters.ts";
import { bag, dowels, kit, tuft } from "./mushrooms/growing.ts";
import { dried, powder } from "./mushrooms/jars.ts";
import { mane, reishi, shiitake } from "./mushrooms/species.ts";
import { collection, pods } from "./seeds/groups.ts";
import { packet, pouch } from "./seeds/packets.ts";
import { sack, sprout, tin, vial } from "./seeds/vessels.ts";
import type { Painter } from "./subject.ts";

/** The motifs of each category, by name. */
export const motifs = {
  seeds: { packet, pouch, vial, tin, sack, sprout, collection, pods },
  glass: { beaker, tube, flask, cone, spoon, onehitter, bubbler, slide, jar, trio, dropper, catcher, ashtray, rack, carafe },
  mushrooms: { oyster, mane, shiitake, reishi, king, enoki, tuft, dried, kit, bag, dowels, powder },
  apparel: {
    tee,
    pocket,
    crewneck,
    longsleeve,
    hoodie,
    jacket,
    overshirt,
    joggers,
    apron,
    cap,
    beanie,
    bucket,
    socks,
    tote,
    bandana,
    scarf,
  },
  "that-badu": {
    papers,
    matches,
    incense,
    notebook,
    poster,
    caddy,
    balm,
    candle,
    mug,
    grinder,
    soap,
    tray,
    stickers,
    pin,
    sleeve,
    zipcase,
  },
} satisfies Record<string, Record<string, Painter>>;

export type DrawnCategory = keyof typeof motifs;

export const isDrawnCategory = (name: string): name is DrawnCategory => Object.hasOwn(motifs, name);

/** The painter of a motif; undefined if the category has no such motif. */
export function painterOf(category: DrawnCategory, motif: string): Painter | undefined {
  const painters: Record<string, Painter> = motifs[category];
  return Object.hasOwn(painters, motif) ? painters[motif] : undefined;
}

export const motifNames = (category: DrawnCategory): string[] => Object.keys(motifs[category]);
