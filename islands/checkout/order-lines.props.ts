import { z } from "zod";
import { cartLine } from "../ui/cart-shape.ts";

/** The products of the summary beside every step: `{{island "order-lines" summary.orderLines}}`. */
export const schema = z.object({ lines: z.array(cartLine) });

export type OrderLinesProps = z.infer<typeof schema>;
