import { z } from "zod";

export const schema = z.object({ variantId: z.string(), left: z.number().int().min(0) });
export type StockBellProps = z.infer<typeof schema>;
