import { z } from "zod";

/** An amount as calls answer it: decimal dollars. In a file of its own, since islands import money.ts and zod is large. */
export const money = z.strictObject({ amount: z.number(), currency: z.literal("USD") }).meta({ id: "Money" });
