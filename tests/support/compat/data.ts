import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { BrowserName, CompatData, CompatStatement, Identifier, SimpleSupportStatement } from "@mdn/browser-compat-data";
import { browsers, months } from "../../../islands/supported-browsers.ts";

export const browserNames = Object.keys(browsers) as (keyof typeof browsers)[];

/** A version for each browser; null if no version has the feature. */
export type Versions = Record<(typeof browserNames)[number], string | null>;

/**
 * A feature by its path in MDN's compatibility data. `first` is the version of each browser that
 * first has all of it, and `part` the first with at least a part.
 */
export type Feature = { id: string; first: Versions; part: Versions };

/**
 * A use of a feature in a file. `detected` if the script checks before whether the feature exists.
 */
export type Use = {
  feature: Feature;
  file: string;
  line: number;
  detected: boolean;
  /** Whether the name is used without an object before it. */
  bare?: boolean;
  /** The oldest browser versions that can reach this use, if newer than the supported ones. */
  floor?: Versions | undefined;
};

const path = createRequire(import.meta.url).resolve("@mdn/browser-compat-data");
export const compat: CompatData = JSON.parse(readFileSync(path, "utf8"));

/**
 * Looks up a feature: `lookUp("api", "Element", "animate")`; undefined if the data does not
 * describe it.
 */
export const lookUp = (...names: readonly string[]): Feature | undefined => lookUpWith([], ...names);

/** Looks up a feature like `lookUp`, also under its name with these prefixes. */
export function lookUpWith(prefixes: readonly string[], ...names: readonly string[]): Feature | undefined {
  let at: Identifier | undefined = compat as unknown as Identifier;
  for (const name of names) at = at && Object.hasOwn(at, name) ? at[name] : undefined;
  if (!at?.__compat) return undefined;
  const { __compat } = at;
  return {
    id: names.join("."),
    first: firstVersions(__compat, (one) => isThere(one, prefixes) && !one.partial_implementation),
    part: firstVersions(__compat, (one) => isThere(one, prefixes)),
  };
}

/** The first of these paths that the data describes. */
export const lookUpAny = (...paths: readonly (readonly string[])[]): Feature | undefined =>
  paths.map((names) => lookUp(...names)).find((feature) => feature);

// A feature behind a flag or under another name does not count as supported.
function isThere(one: SimpleSupportStatement, prefixes: readonly string[]): boolean {
  if (one.flags || one.alternative_name || (one.prefix && !prefixes.includes(one.prefix))) return false;
  // A partial implementation ends in the version where the complete one begins.
  return !one.version_removed || !!one.partial_implementation;
}

function firstVersions({ support }: CompatStatement, counts: (one: SimpleSupportStatement) => boolean): Versions {
  const first = (name: BrowserName) => {
    const versions = [support[name] ?? []].flat().filter(counts);
    const released = versions.flatMap(({ version_added: version }) =>
      version && version !== "preview" ? version.replace("≤", "") : [],
    );
    return released.reduce((a: string | null, b) => (rank(name, a) < rank(name, b) ? a : b), null);
  };
  return Object.fromEntries(browserNames.map((name) => [name, first(name)])) as Versions;
}

/** The position of a version among all versions of its browser. */
function rank(browser: BrowserName, version: string | null): number {
  if (version === null) return Number.POSITIVE_INFINITY;
  const release = compat.browsers[browser].releases[version];
  if (!release) throw new Error(`There is no ${browser} ${version}`);
  return release.index;
}

/** The browsers that lack a feature in some version from `lowest` on. */
export const lacking = ({ first }: Pick<Feature, "first">, lowest: Versions): (keyof Versions)[] =>
  browserNames.filter((name) => rank(name, first[name]) > rank(name, lowest[name]));

/** The latest version of each browser in these lists: each such version satisfies all lists. */
export function latest(...all: readonly Versions[]): Versions {
  const newestRelease = (name: keyof Versions) =>
    all.map((versions) => versions[name]).reduce((a, b) => (rank(name, a) > rank(name, b) ? a : b));
  return Object.fromEntries(browserNames.map((name) => [name, newestRelease(name)])) as Versions;
}

/** The newest version of each browser thirty months before a day. */
export function newestBefore(day: string): Versions {
  const cut = new Date(day);
  cut.setUTCMonth(cut.getUTCMonth() - months);
  const end = cut.toISOString().slice(0, 10);
  const newestRelease = (name: keyof Versions) =>
    Object.entries(compat.browsers[name].releases)
      .filter(([, { release_date }]) => release_date && release_date <= end)
      .reduce((a, b) => (a[1].index > b[1].index ? a : b))[0];
  return Object.fromEntries(browserNames.map((name) => [name, newestRelease(name)])) as Versions;
}
