import type { CollectionFields } from "./collection-fields.ts";
import type { ListedCollection } from "./listing.ts";

const day = 24 * 60 * 60 * 1000;

/**
 * The earliest beginning (ms since 1970) of products that are newer than this many days. Whole days
 * count, in UTC, so that a collection changes once a day by itself, and not with every product.
 */
export const newerSince = (days: number, now: number): number => (Math.floor(now / day) - days) * day;

/** The moment at which the age of products changes next. */
export const nextDay = (now: number): number => (Math.floor(now / day) + 1) * day;

type Rule = Pick<CollectionFields, "slug" | "chosenBy" | "newerDays">;

/** The limit that a collection sets to a listing at this time. */
export const listedCollection = ({ slug, chosenBy, newerDays }: Rule, now: number): ListedCollection => {
  const isByHand = chosenBy === "hand";
  return { slug, isByHand, since: isByHand || newerDays === null ? undefined : newerSince(newerDays, now) };
};
