import type { z } from "zod";
import { schema as whole } from "./heart-icon.props.ts";

/** If there is no name, it is fetched by the product's id. */
export const schema = whole.partial({ name: true });

export type EmbeddedHeartIconProps = z.infer<typeof schema>;
