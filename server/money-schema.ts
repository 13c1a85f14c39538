import { z } from "zod";

/**
 * An amount in a call's answer: decimal dollars. This schema has its own file, since islands import
 * money.ts and zod is large.
 */
export const money = z.strictObject({ amount: z.number(), currency: z.literal("USD") }).meta({ id: "Money" });
