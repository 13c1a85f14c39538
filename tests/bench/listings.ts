import { firstCategories } from "../../server/catalog/rules/categories.ts";
import { filtersOf, listingPath } from "../../server/catalog/rules/listing.ts";
import { sortOptions } from "../../server/catalog/rules/sort-options.ts";
import { countries } from "../../server/customers/rules/areas.ts";
import { type Bench, connections } from "./bench.ts";
import { draws } from "./draws.ts";
import { ratios, shown, spread, table } from "./figures.ts";
import { column } from "./pages.ts";
import type { Load } from "./questions.ts";
import { requestFor } from "./record.ts";
import { alternate, type Side } from "./rounds.ts";

const bar = 35;
const names = { fresh: "listing made for the request", bare: "bare node:http, same bytes" };

/**
 * More listings than a shop can make in a second: a round without addresses left would end early.
 */
const perSecond = 2000;

const states = countries.flatMap(({ areas }) => areas.map(({ code }) => code));

/**
 * Listings filtered as shoppers do: some categories, some values of one attribute, an order, a
 * state. No address occurs twice.
 */
export function listingAddresses(attributes: readonly string[], wanted: number): string[] {
  const draw = draws(20_261);
  const some = (names: readonly string[], most: number) =>
    Array.from({ length: draw(most + 1) }, () => names[draw(names.length)] ?? "");
  const groups = [...Map.groupBy(attributes, (pick) => pick.split(":")[0]).values()];
  const addresses = new Set<string>();
  for (let tries = 0; addresses.size < wanted && tries < wanted * 20; tries += 1) {
    const query = {
      categories: some(
        firstCategories.map(({ slug }) => slug),
        3,
      ),
      attributes: some(groups[draw(groups.length)] ?? [], 3),
      order: sortOptions[draw(sortOptions.length)]?.value,
      ship_to: some(states, 1)[0],
    };
    addresses.add(listingPath(filtersOf(query)));
  }
  return [...addresses];
}

/** The attributes that the shop's filters offer, as named in its first listing. */
export async function offeredAttributes(url: string): Promise<string[]> {
  const html = await (await fetch(`${url}${listingPath(filtersOf({}))}`)).text();
  return [...html.matchAll(/name="attributes" value="([^"]+)"/g)].map(([, pick = ""]) => pick);
}

/**
 * Measures the CPU of listings that nobody has requested before, against a bare server that sends
 * such listings; returns the lines to print.
 */
export async function benchListings(bench: Bench): Promise<string> {
  const { shop, bare, load, listings, attributes, rounds } = bench;
  const perRound = Math.ceil((bench.round / 1000) * perSecond);
  const known = new Set(listings.map(({ path }) => path));
  const fresh = listingAddresses(attributes, perRound * (rounds + 1) + known.size).filter((path) => !known.has(path));
  if (fresh.length < perRound * (rounds + 1)) throw new Error(`only ${fresh.length} different listings`);
  const common = { connections, milliseconds: bench.round, status: 200 };
  const freshLoad = (round: number): Load => {
    const requests = fresh.slice(round * perRound, (round + 1) * perRound).map((path) => requestFor(path));
    return { ...common, port: shop.port, requests, once: true };
  };
  const requests = listings.map(({ path }) => requestFor(path));
  const sides: Side[] = [
    { name: names.fresh, server: shop, load: freshLoad },
    { name: names.bare, server: bare, load: () => ({ ...common, port: bare.port, requests, once: false }) },
  ];
  const samples = await alternate(load, sides, rounds);
  const of = (name: string) => samples.get(name) ?? [];
  const multiple = ratios(column(of(names.fresh), "cpu"), column(of(names.bare), "cpu"));
  const row = (name: string, ratio: string) => [
    name,
    ratio,
    ...(["rate", "cpu", "bytes"] as const).map((key) => spread(column(of(name), key)).median.toFixed(0)),
  ];
  return [
    `Listings past the cache: no address twice, ${connections} connections; CPU of the whole process, compression included`,
    table([
      ["", "times bare's CPU", "requests/s", "µs CPU/request", "bytes/answer"],
      row(names.fresh, shown(multiple, 1)),
      row(names.bare, "1"),
    ]),
    `  → fresh listing: ${multiple.median.toFixed(1)} times bare's CPU, the bar is ${bar}: ${multiple.median <= bar ? "held" : "MISSED"}`,
  ].join("\n");
}
