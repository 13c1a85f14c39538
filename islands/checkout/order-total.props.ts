import { z } from "zod";
import { money } from "../ui/cart-shape.ts";

/**
 * Only the total, as text for the folded summary's head: `{{island "order-total" head
 * tag="span"}}`.
 */
export const schema = z.object({ total: money });

export type OrderTotalProps = z.infer<typeof schema>;
