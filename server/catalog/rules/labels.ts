/** Labels on a picture, spelled as specified (requirement 149). */
export const labels = ["new", "sale", "best-seller", "limited-edition", "staff-pick", "back-in-stock", "low-stock"] as const;

export type Label = (typeof labels)[number];

/** Whether it is a label, in exactly this spelling. */
export const isLabel = (text: string): text is Label => labels.some((label) => label === text);

const newFor = 30 * 24 * 3600 * 1000;
export const few = 5;

type LabelledProduct = {
  /** the owner's choice */
  own: Label | undefined;
  /** units left of all variants */
  left: number;
  createdAt: number;
};

/** The time (ms since 1970) at which its label may change by itself; infinite if it cannot. */
export const labelUntil = ({ createdAt }: { createdAt: number }, now: number): number =>
  now - createdAt <= newFor ? createdAt + newFor + 1 : Number.POSITIVE_INFINITY;

/**
 * The owner's label has precedence; else low-stock at 5 or fewer, else new within 30 days.
 * Sold-out products are not low.
 */
export function labelOf({ own, left, createdAt }: LabelledProduct, now: number): Label | undefined {
  if (own) return own;
  if (left > 0 && left <= few) return "low-stock";
  return now - createdAt <= newFor ? "new" : undefined;
}
