import { ChangeClock } from "../../server/db/changes/change-clock.ts";
import { dependOn, trackDependencies } from "../../server/db/changes/tracking.ts";
import { openDatabase } from "../../server/db/open.ts";
import type { Db } from "../../server/db/tables.ts";
import { openPageVersions } from "../../server/web/page-version.ts";
import { type Bench, connections } from "./bench.ts";
import { draws } from "./draws.ts";
import { ratios, shown, spread, table } from "./figures.ts";
import { productPaths } from "./products.ts";
import type { Load } from "./questions.ts";
import { requestFor } from "./record.ts";
import { alternate, type Sample, type Side } from "./rounds.ts";

const products = 85;
const changesPerSecond = 10;
/** About the number of subjects that a product page depends on. */
const subjectsOfPage = 60;
const leastShare = 0.5;
const mostOfPage = 0.05;

const column = (samples: readonly Sample[], of: keyof Sample): number[] => samples.map((sample) => sample[of]);

/** Changes prices of random products in SQL, like another process, until it is stopped. */
function openChanger(db: Db, variantIds: readonly string[]) {
  const draw = draws(85);
  let timer: NodeJS.Timeout | undefined;
  const change = () =>
    void db
      .updateTable("variant")
      .set({ price: 1000 + draw(9000) })
      .where("id", "=", variantIds[draw(variantIds.length)] ?? "")
      .execute();
  const stop = () => clearInterval(timer);
  const start = () => {
    stop();
    timer = setInterval(change, 1000 / changesPerSecond);
  };
  return { start, stop };
}

/**
 * Measures product pages while visible changes are made, against the same pages without changes. It
 * also measures the cost of tracking what a page shows. Returns the lines to print.
 */
export async function benchPageChanges(bench: Bench, cachedCpu: number): Promise<string> {
  const { shop, load, rounds } = bench;
  const paths = await productPaths(shop.url, products);
  const requests = paths.map((path) => requestFor(path));
  const common: Load = { port: shop.port, requests, connections, milliseconds: bench.round, once: false, status: 200 };
  const { db, close } = await openDatabase({ url: undefined, directory: shop.directory });
  const variantIds = (await db.selectFrom("variant").select("id").orderBy("id").execute()).map(({ id }) => id);
  const changer = openChanger(db, variantIds);
  const side = (name: string, prepare: () => void): Side => ({
    name,
    server: shop,
    load: () => {
      prepare();
      return { ...common };
    },
  });
  const [still, changing] = ["no changes", `${changesPerSecond} price changes a second`];
  const samples = await alternate(load, [side(still, changer.stop), side(changing, changer.start)], rounds);
  changer.stop();
  await close();
  const rate = (name: string) => column(samples.get(name) ?? [], "rate");
  const share = ratios(rate(changing), rate(still));
  const row = (name: string, ratio: string) => [
    name,
    ratio,
    ...(["rate", "cpu"] as const).map((key) => spread(column(samples.get(name) ?? [], key)).median.toFixed(1)),
  ];
  const tracking = await trackingCosts();
  const ofPage = tracking.lookUp / cachedCpu;
  return [
    `${products} product pages in rotation while another process changes any products`,
    table([["", "of without", "requests/s", "µs CPU/request"], row(still, "1"), row(changing, shown(share))]),
    `  → with changes: ${share.median.toFixed(2)} of without, the bar is ${leastShare}: ${share.median >= leastShare ? "held" : "MISSED"}`,
    `  tracking: a look-up ${tracking.lookUp.toFixed(3)} µs, ${(ofPage * 100).toFixed(2)} % of a cached page, the bar is ${mostOfPage * 100} %: ${ofPage <= mostOfPage ? "held" : "MISSED"}`,
    `  noting ${subjectsOfPage} subjects while a page is made: ${tracking.note.toFixed(1)} µs; a look at it after a change of something else: ${tracking.lookAfter.toFixed(1)} µs`,
  ].join("\n");
}

/**
 * The costs in µs: of the check of a current page, of the first check after a change, and of one
 * note while a page is made.
 */
async function trackingCosts(): Promise<{ lookUp: number; lookAfter: number; note: number }> {
  const clock = new ChangeClock();
  const versions = openPageVersions({ clock, feed: { isCurrent: () => true, catchUp: async () => true }, now: Date.now });
  const subjects = Array.from({ length: subjectsOfPage }, (_, at) => `product:${at}-abcdefgh`);
  const make = async () => {
    const began = versions.begin();
    const { dependencies } = await trackDependencies(async () => {
      for (const subject of subjects) dependOn(subject);
    });
    return versions.versionOf(began, dependencies);
  };
  const version = await make();
  const looks = 2_000_000;
  const makes = 20_000;
  for (let at = 0; at < 10_000; at += 1) versions.freshness(version);
  const look = performance.now();
  let current = 0;
  for (let at = 0; at < looks; at += 1) if (versions.isCaughtUp() && versions.freshness(version) === "current") current += 1;
  if (current !== looks) throw new Error("the page was not current");
  const lookUp = ((performance.now() - look) * 1000) / looks;
  const changed = performance.now();
  for (let at = 0; at < makes; at += 1) {
    clock.apply(["product:none-of-it"]);
    if (versions.freshness(version) !== "current") throw new Error("the page was not current");
  }
  const begun = performance.now();
  for (let at = 0; at < makes; at += 1) await make();
  const each = (ms: number) => (ms * 1000) / makes;
  return { lookUp, lookAfter: each(begun - changed), note: each(performance.now() - begun) };
}
