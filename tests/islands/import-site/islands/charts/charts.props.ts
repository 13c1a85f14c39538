import { z } from "zod";

export const schema = z.object({ title: z.string(), isShown: z.boolean().default(false) });
export type ChartsProps = z.infer<typeof schema>;
