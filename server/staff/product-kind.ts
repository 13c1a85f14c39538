import { readPictures, writePictures } from "../catalog/product-pictures.ts";
import { insertProduct, readProduct, writeProduct } from "../catalog/product-record.ts";
import { type ProductSchedule, readSchedule, writeSchedule } from "../catalog/product-schedule.ts";
import type { ProductFields, ProductPictures, VariantFields } from "../catalog/rules/product-fields.ts";
import { dollars } from "../money.ts";
import { staffPicturesPath, staffProductPath, staffSchedulePath } from "./paths.ts";
import type { RecordKind } from "./records.ts";

const variantWords = ({ sku, options, price, compareAt, grams, barcode }: VariantFields): string =>
  [
    [sku, Object.values(options).join(" / ")].filter(Boolean).join(" "),
    dollars(price),
    compareAt === null ? "" : `was ${dollars(compareAt)}`,
    grams === 0 ? "" : `${grams} g`,
    barcode,
  ]
    .filter(Boolean)
    .join(", ");

const listWords = (lines: readonly string[]): string => (lines.length === 0 ? "none" : lines.join("; "));

/** A product and its variants. It is not removed: what was sold names it. */
export const productKind: RecordKind<ProductFields> = {
  kind: "product",
  needs: { area: "products", access: "write" },
  name: ({ name }) => name,
  path: staffProductPath,
  labels: {
    ...{ name: "Name", slug: "Address", category: "Category", brand: "Brand", description: "Description" },
    ...{ label: "Label", premium: "Premium", published: "Published", attributes: "Attributes", variants: "Variants" },
  },
  words: (field, value) => {
    if (field === "variants") return listWords((value as VariantFields[] | null)?.map(variantWords) ?? []);
    return field === "attributes" ? listWords((value as string[] | null) ?? []) : undefined;
  },
  read: readProduct,
  write: writeProduct,
  insert: insertProduct,
};

/** When a product is published and hidden by itself, and its prices for a time. */
export const scheduleKind: RecordKind<ProductSchedule> = {
  kind: "product schedule",
  needs: { area: "products", access: "write" },
  name: () => "Schedule",
  path: staffSchedulePath,
  labels: { publishAt: "Published from", unpublishAt: "Hidden from", prices: "Prices for a time" },
  words: (field, value, { dates }) => {
    const moment = (at: unknown) => (typeof at === "number" ? dates.moment(at).text : "never");
    if (field !== "prices") return moment(value);
    return listWords(
      (value as ProductSchedule["prices"]).map(
        ({ price, startsAt, endsAt }) =>
          `${dollars(price)} from ${moment(startsAt)}${endsAt === null ? "" : ` to ${moment(endsAt)}`}`,
      ),
    );
  },
  read: readSchedule,
  write: writeSchedule,
};

/** The pictures of a product, and which of them shows each variant. */
export const picturesKind: RecordKind<ProductPictures> = {
  kind: "product pictures",
  needs: { area: "products", access: "write" },
  name: () => "Pictures",
  path: staffPicturesPath,
  labels: { pictures: "Pictures", shows: "Pictures of variants" },
  words: (field, value) => {
    if (field !== "pictures")
      return listWords(Object.values((value as ProductPictures["shows"]) ?? {}).map((at) => String(at + 1)));
    return listWords((value as ProductPictures["pictures"]).map(({ alt }, at) => `${at + 1}. ${alt || "no description"}`));
  },
  read: readPictures,
  write: writePictures,
};
