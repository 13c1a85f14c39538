import { z } from "zod";

/** A field for a new password within a native form. */
export const schema = z.object({ name: z.string(), label: z.string(), error: z.string().optional() });

export type NewPasswordProps = z.infer<typeof schema>;
