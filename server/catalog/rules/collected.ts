import type { CollectionFields } from "./collection-fields.ts";
import type { ListedCollection } from "./listing.ts";

const day = 24 * 60 * 60 * 1000;

/**
 * The earliest creation time (ms since 1970) of products that are at most this many days old. Only
 * whole UTC days count, so that products get too old once a day, at midnight.
 */
export const newerSince = (days: number, now: number): number => (Math.floor(now / day) - days) * day;

/** The next UTC midnight, at which all products are a day older; in ms. */
export const nextDay = (now: number): number => (Math.floor(now / day) + 1) * day;

type Rule = Pick<CollectionFields, "slug" | "chosenBy" | "newerDays">;

/** The collection to which a listing is limited, with its age limit at this time. */
export const listedCollection = ({ slug, chosenBy, newerDays }: Rule, now: number): ListedCollection => {
  const isByHand = chosenBy === "hand";
  return { slug, isByHand, since: isByHand || newerDays === null ? undefined : newerSince(newerDays, now) };
};
