import type { z } from "zod";
import { schema as whole } from "./add-to-cart.props.ts";

/** If there is no name, all other values are fetched by the variant's id. */
export const schema = whole.partial({ name: true, category: true, price: true });

export type EmbeddedAddToCartProps = z.infer<typeof schema>;
