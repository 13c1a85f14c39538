/** Labels on a picture, spelled as specified (requirement 149). */
export const labels = ["new", "sale", "best-seller", "limited-edition", "staff-pick", "back-in-stock", "low-stock"] as const;

export type Label = (typeof labels)[number];

/** Whether a text is exactly the name of a label. */
export const isLabel = (text: string): text is Label => labels.some((label) => label === text);

const newFor = 30 * 24 * 3600 * 1000;
export const few = 5;

/** The most available units at which a variant is low on stock; null: the shop's threshold. */
export const lowStockAt = (threshold: number | null): number => threshold ?? few;

type LabelledProduct = {
  /** the owner's choice */
  own: Label | undefined;
  /** units left of all variants */
  left: number;
  createdAt: number;
};

/**
 * A product's label cannot change before this moment (ms since 1970) if nothing but the time
 * changes. Infinite if time alone can never change the label.
 */
export const labelUntil = ({ createdAt }: { createdAt: number }, now: number): number =>
  now - createdAt <= newFor ? createdAt + newFor + 1 : Number.POSITIVE_INFINITY;

/**
 * The label of a product: the owner's choice, else `low-stock` for 1 to 5 units, else `new` for 30
 * days.
 */
export function labelOf({ own, left, createdAt }: LabelledProduct, now: number): Label | undefined {
  if (own) return own;
  if (left > 0 && left <= few) return "low-stock";
  return now - createdAt <= newFor ? "new" : undefined;
}
