import { z } from "zod";

export const schema = z.object({ label: z.string(), count: z.number().int().min(0).default(0) });
export type StockBellProps = z.infer<typeof schema>;
