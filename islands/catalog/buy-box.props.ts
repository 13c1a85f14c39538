import { z } from "zod";

export const embedded = true;

const price = z.object({
  /**
   * the price as shown: `$12.00`, or `$10.00 - $25.00` while prices differ and nothing is chosen
   */
  now: z.string(),
  /** the former price as shown, if there is a discount */
  was: z.string().optional(),
  /** whole percent, 0 without a discount */
  save: z.number().int(),
});

const choice = z.object({
  id: z.string(),
  name: z.string(),
  /**
   * the value of the first of several options, such as a colour; choices with the same value are
   * grouped
   */
  group: z.string().optional(),
  /** the shown colour of the group or, without groups, of the choice, such as `#9db08c` */
  swatch: z.string().optional(),
  /** the name without its group */
  short: z.string(),
  price,
  /** dollars, for analytics */
  amount: z.number(),
  /**
   * the stock as shown, such as `Only 3 left`; it names the exact number only up to 5, since the
   * page is cached for everybody
   */
  stock: z.string(),
  /** the most units that may be added at once: the units left if they are shown, else 99 */
  most: z.number().int(),
  /** the index, from 0, of the gallery's picture that shows this choice */
  picture: z.number().int(),
});

/**
 * Price, choices and quantity of a product page. Without scripts it is a form that posts
 * `variantId` and `quantity` to `/storefront/cart/add`.
 */
export const schema = z.object({
  productId: z.string(),
  name: z.string(),
  category: z.string(),
  price,
  /** the label of the choice, such as `Size` or `Colour and size` */
  option: z.string(),
  /** small chips if only the names differ, else a row for each with its own price */
  shape: z.enum(["chip", "radio-card"]),
  choices: z.array(choice).min(1),
  /** id of the variant that is chosen initially */
  chosen: z.string(),
  /** codes of the states where the product may not be sold */
  restrictedAreas: z.array(z.string()),
  /** why the product cannot be bought: `NOT AVAILABLE IN YOUR STATE` or `out of stock` */
  unavailable: z.string().optional(),
});

export type BuyBoxProps = z.infer<typeof schema>;
export type Choice = z.infer<typeof choice>;
export type PriceView = z.infer<typeof price>;
