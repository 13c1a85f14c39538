import { z } from "zod";
import { money } from "../ui/cart-shape.ts";

/**
 * The total alone, as text for the summary's folded head: `{{island "order-total" head
 * tag="span"}}`.
 */
export const schema = z.object({ total: money });

export type OrderTotalProps = z.infer<typeof schema>;
