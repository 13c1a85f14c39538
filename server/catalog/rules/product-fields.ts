import type { Cents } from "../../money.ts";
import type { Sharing } from "./pictures.ts";
import type { ProductValues } from "./product-values.ts";
import type { VariantValues } from "./variant-fields.ts";

/**
 * A variant as the staff edit it. They edit its picture with the product's pictures, and its stock
 * by movements.
 */
export type VariantFields = VariantValues & {
  id: string;
  /** option name → value, in order; empty if the variant has no options */
  options: Record<string, string>;
};

/** A product as the staff edit it. */
export type ProductFields = ProductValues & {
  slug: string;
  /** slug */
  category: string;
  /** cleaned HTML */
  description: string;
  /** `Colour: Red`, in the shop's order */
  attributes: readonly string[];
  /** the variants on sale, in order */
  variants: readonly VariantFields[];
};

/** A stored picture; `wantedUrl` is the address from which an import gets or got it. */
export type PictureFields = {
  kind: "drawn" | "stored";
  key: string;
  alt: string;
  width: number;
  height: number;
  wantedUrl: string | null;
  /** absent unless links to the product show it */
  sharing?: Sharing;
};

/** The pictures of a product in order; `shows` has the index of each variant's picture, from 0. */
export type ProductPictures = { pictures: readonly PictureFields[]; shows: Record<string, number> };

/** A price that a variant has from `startsAt` on (ms). It has no end if `endsAt` is null. */
export type ScheduledPrice = {
  id: string;
  variantId: string;
  price: Cents;
  startsAt: number;
  endsAt: number | null;
  showsFormer: boolean;
};

/**
 * When a product is automatically published and hidden, and its scheduled prices that have not
 * ended.
 */
export type ProductSchedule = { publishAt: number | null; unpublishAt: number | null; prices: readonly ScheduledPrice[] };

/** An attribute's value as the staff type it. */
export const attributeText = ({ name, value }: { name: string; value: string }): string => `${name}: ${value}`;

/** Splits `Colour: Red` into name and value; undefined if either is missing. */
export function parseAttribute(text: string): { name: string; value: string } | undefined {
  const at = text.indexOf(":");
  const [name, value] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  return at < 0 || name === "" || value === "" ? undefined : { name, value };
}
