import type { z } from "zod";
import { schema as whole } from "./buy-box.props.ts";

/** If there are no choices, all other values are fetched by the product's id. */
export const schema = whole.partial().required({ productId: true });

export type EmbeddedBuyBoxProps = z.infer<typeof schema>;
