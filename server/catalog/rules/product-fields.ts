import type { Cents } from "../../money.ts";
import type { Label } from "./labels.ts";

/** A variant as the staff edit it; its picture is edited with the product's pictures, its stock by movements. */
export type VariantFields = {
  id: string;
  sku: string;
  /** option name → value, in order; empty where there is no choice */
  options: Record<string, string>;
  price: Cents;
  compareAt: Cents | null;
  grams: number;
  barcode: string;
};

/** A product as the staff edit it. */
export type ProductFields = {
  name: string;
  slug: string;
  /** slug */
  category: string;
  brand: string;
  /** cleaned HTML */
  description: string;
  label: Label | null;
  premium: boolean;
  published: boolean;
  /** `Colour: Red`, in the shop's order */
  attributes: readonly string[];
  /** those on sale, in their order */
  variants: readonly VariantFields[];
};

/** A picture as it is stored; with `wantedUrl` it came, or is to come, from an import. */
export type PictureFields = {
  kind: "drawn" | "stored";
  key: string;
  alt: string;
  width: number;
  height: number;
  wantedUrl: string | null;
};

/** The pictures of a product in their order; `shows` has the place of each variant's picture, from 0. */
export type ProductPictures = { pictures: readonly PictureFields[]; shows: Record<string, number> };

/** A price of a variant from a time on, in ms; `endsAt` null: it stays. */
export type ScheduledPrice = {
  id: string;
  variantId: string;
  price: Cents;
  startsAt: number;
  endsAt: number | null;
  showsFormer: boolean;
};

/** When a product is published and hidden by itself, and its prices that are not over. */
export type ProductSchedule = { publishAt: number | null; unpublishAt: number | null; prices: readonly ScheduledPrice[] };

/** An attribute's value as staff type it. */
export const attributeText = ({ name, value }: { name: string; value: string }): string => `${name}: ${value}`;

/** The two sides of `Colour: Red`; undefined where one is missing. */
export function parseAttribute(text: string): { name: string; value: string } | undefined {
  const at = text.indexOf(":");
  const [name, value] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  return at < 0 || name === "" || value === "" ? undefined : { name, value };
}
