import type { PictureFields, ProductPictures, ScheduledPrice, VariantFields } from "../../catalog/rules/product-fields.ts";
import { valueWords, variantFacts, variantFieldNames, variantFields } from "../../catalog/rules/variant-fields.ts";
import { variantTitle } from "../../catalog/rules/variant-key.ts";
import { dollars } from "../../money.ts";
import type { ChangeLine, PartDifference } from "../records/records.ts";
import { isSame } from "../records/rules/record-changes.ts";
import { pictureIds } from "./rules/picture-undo.ts";
import { variantPart } from "./rules/variant-undo.ts";

/** Joins the values into one text; returns “none” for an empty list. */
export const listWords = (lines: readonly string[]): string => (lines.length === 0 ? "none" : lines.join("; "));

const titled = (what: string, title: string | undefined): string => (title ? `${what} ${title}` : what);
const variantLabel = (variant: VariantFields): string => titled("Variant", variantTitle(variant));

/** All values of a variant in one line. */
export const variantWords = (variant: VariantFields): string =>
  [[variant.sku, Object.values(variant.options).join(" / ")].filter(Boolean).join(" "), ...variantFacts(variant)]
    .filter(Boolean)
    .join(", ");

type VariantPart = { name: Exclude<keyof VariantFields, "id">; part: string; words: (variant: VariantFields) => string };

const options: VariantPart = {
  name: "options",
  part: "options",
  words: ({ options }) => Object.values(options).join(" / ") || "none",
};

/** The fields of a variant with their words in histories; options come after the SKU. */
const variantParts: readonly VariantPart[] = variantFieldNames.flatMap((name) => {
  const part = { name, part: variantFields[name].word, words: (variant: VariantFields) => valueWords(name, variant[name]) };
  return name === "sku" ? [part, options] : [part];
});

const partLines = (former: VariantFields, variant: VariantFields): ChangeLine[] =>
  variantParts.flatMap(({ part, words }) => {
    const [before, after] = [words(former), words(variant)];
    return before === after ? [] : [{ label: variantLabel(former), part, before, after }];
  });

const notOnSale = "not on sale";

/**
 * The differences between two versions of a product's variants, field by field. A difference with
 * the id "" is about the order of the variants.
 */
export function variantDifferences(saved: readonly VariantFields[], typed: readonly VariantFields[]): PartDifference[] {
  const theirs = new Map(saved.map((variant) => [variant.id, variant]));
  const mine = new Map(typed.map((variant) => [variant.id, variant]));
  const all = new Map([...theirs, ...mine].map(([id, variant]) => [id, theirs.get(id) ?? variant]));
  const variants = [...all].flatMap(([id, variant]) => {
    const [one, other] = [theirs.get(id), mine.get(id)];
    if (one && other) return fieldDifferences(one, other);
    return [{ id, label: variantLabel(variant), saved: soldWords(one), typed: soldWords(other) }];
  });
  const order = orderLines(common(saved, typed), common(typed, saved));
  return [...variants, ...order.map(({ label, before, after }) => ({ id: "", label, saved: before, typed: after }))];
}

const soldWords = (variant: VariantFields | undefined): string => (variant ? variantWords(variant) : notOnSale);

const namedOptions = ({ options }: VariantFields): string =>
  Object.entries(options)
    .map(([name, value]) => `${name}: ${value}`)
    .join(", ");

const fieldDifferences = (saved: VariantFields, typed: VariantFields): PartDifference[] =>
  variantParts
    .filter(({ name }) => !isSame(saved[name], typed[name]))
    .map(({ name, part, words }) => {
      const both = { saved: words(saved), typed: words(typed) };
      // If the values are equal, only the name of an option differs.
      const difference = both.saved === both.typed ? { saved: namedOptions(saved), typed: namedOptions(typed) } : both;
      return { id: variantPart(saved.id, name), label: `${variantLabel(saved)}: ${part}`, ...difference };
    });

/** The variants of `one` that `other` has too, in the order of `one`. */
const common = (one: readonly VariantFields[], other: readonly VariantFields[]): VariantFields[] => {
  const ids = new Set(other.map(({ id }) => id));
  return one.filter(({ id }) => ids.has(id));
};

/** The changes of a product's variants, one by one. */
export function variantLines(before: readonly VariantFields[], after: readonly VariantFields[]): ChangeLine[] {
  const former = new Map(before.map((variant) => [variant.id, variant]));
  const currentIds = new Set(after.map(({ id }) => id));
  const facts = (variant: VariantFields) => variantFacts(variant).join(", ");
  const removed = before
    .filter(({ id }) => !currentIds.has(id))
    .map((variant) => ({ label: `${variantLabel(variant)} taken off sale`, before: facts(variant), after: "" }));
  const others = after.flatMap((variant) => {
    const was = former.get(variant.id);
    return was ? partLines(was, variant) : [{ label: `${variantLabel(variant)} put on sale`, before: "", after: facts(variant) }];
  });
  return [...removed, ...others, ...orderLines(common(before, after), common(after, before))];
}

function orderLines(before: readonly VariantFields[], after: readonly VariantFields[]): ChangeLine[] {
  if (before.every(({ id }, at) => id === after[at]?.id)) return [];
  const words = (variants: readonly VariantFields[]) => variants.map((variant) => variantTitle(variant) || "one without options");
  return [{ label: "Order of variants", before: words(before).join(", "), after: words(after).join(", ") }];
}

const sharingWords = ({ sharing }: PictureFields): string => {
  if (sharing === undefined) return "not chosen";
  return sharing === "only" ? "shown only there" : "shown there";
};

const altWords = ({ alt }: PictureFields): string => alt || "no description";

/** The former place of each picture; undefined for a new one. */
function formerPlaces(before: readonly PictureFields[], after: readonly PictureFields[]): (number | undefined)[] {
  const places = new Map(pictureIds(before).map((id, at) => [id, at]));
  return pictureIds(after).map((id) => places.get(id));
}

/**
 * The changes of a product's pictures, one by one. The lines number pictures by their former
 * places, from 1; an added picture has its new place.
 */
export function pictureLines(before: readonly PictureFields[], after: readonly PictureFields[]): ChangeLine[] {
  const places = formerPlaces(before, after);
  const remainingPlaces = places.filter((place) => place !== undefined);
  const removed = before.flatMap((picture, at) =>
    remainingPlaces.includes(at) ? [] : [{ label: `Picture ${at + 1} removed`, before: altWords(picture), after: "" }],
  );
  const others = after.flatMap((picture, at): ChangeLine[] => {
    const place = places[at];
    const was = place === undefined ? undefined : before[place];
    if (place === undefined || !was) return [{ label: `Picture ${at + 1} added`, before: "", after: altWords(picture) }];
    const label = `Picture ${place + 1}`;
    const isSame = (part: "alt" | "sharing") => was[part] === picture[part];
    return [
      ...(isSame("alt") ? [] : [{ label, part: "description", before: altWords(was), after: altWords(picture) }]),
      ...(isSame("sharing") ? [] : [{ label, part: "shared links", before: sharingWords(was), after: sharingWords(picture) }]),
    ];
  });
  const sorted = remainingPlaces.toSorted((one, other) => one - other);
  const numbers = (indexes: readonly number[]) => indexes.map((index) => index + 1).join(", ");
  const order = isSame(sorted, remainingPlaces)
    ? []
    : [{ label: "Order of pictures", before: numbers(sorted), after: numbers(remainingPlaces) }];
  return [...removed, ...others, ...order];
}

/** The variants that show another picture now. A picture that only moved counts as unchanged. */
export function shownPictureLines(
  before: Partial<ProductPictures>,
  after: Partial<ProductPictures>,
  names: ReadonlyMap<string, string>,
): ChangeLine[] {
  const places = formerPlaces(before.pictures ?? [], after.pictures ?? []);
  const words = (at: number, pictures: readonly PictureFields[] = []) => {
    const picture = pictures[at];
    return picture?.alt ? `${at + 1} (${picture.alt})` : String(at + 1);
  };
  return Object.entries(after.shows ?? {}).flatMap(([id, at]) => {
    const was = before.shows?.[id];
    if (was === undefined || (places[at] ?? at) === was) return [];
    const label = titled("Variant", names.get(id));
    return [{ label, part: "picture", before: words(was, before.pictures), after: words(at, after.pictures) }];
  });
}

type Moment = (at: number) => string;

/** A temporary price in one line. */
export const priceWords = ({ price, startsAt, endsAt, showsFormer }: ScheduledPrice, moment: Moment): string =>
  [
    `${dollars(price)} from ${moment(startsAt)}`,
    endsAt === null ? "" : ` to ${moment(endsAt)}`,
    showsFormer ? "" : ", without the compare-at price",
  ].join("");

/** The changes of a product's temporary prices, one by one. */
export function priceLines(
  before: readonly ScheduledPrice[],
  after: readonly ScheduledPrice[],
  at: number,
  { moment, names }: { moment: Moment; names: ReadonlyMap<string, string> },
): ChangeLine[] {
  const former = new Map(before.map((price) => [price.id, price]));
  const currentIds = new Set(after.map(({ id }) => id));
  const label = ({ variantId }: ScheduledPrice) =>
    titled("Price for a time", names.get(variantId) && `of ${names.get(variantId)}`);
  const removed = before
    .filter(({ id }) => !currentIds.has(id))
    .map((price) => ({
      label: label(price),
      before: priceWords(price, moment),
      after: price.startsAt <= at ? "ended" : "removed",
    }));
  const others = after.flatMap((price) => {
    const was = former.get(price.id);
    if (was && isSame(was, price)) return [];
    return [{ label: label(price), before: was ? priceWords(was, moment) : "", after: priceWords(price, moment) }];
  });
  return [...removed, ...others];
}
