import type { z } from "zod";
import { schema as whole } from "./promo-field.props.ts";

/** Without a checkout the code applies to this browser's cart. */
export const schema = whole.partial();

export type EmbeddedPromoFieldProps = z.infer<typeof schema>;
