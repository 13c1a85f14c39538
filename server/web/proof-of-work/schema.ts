import { z } from "zod";

/** A task of altcha-lib; its signature covers all parameters. */
export const workChallenge = z
  .strictObject({
    parameters: z.strictObject({
      algorithm: z.string(),
      nonce: z.string(),
      salt: z.string(),
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string(),
      keySignature: z.string().optional(),
      expiresAt: z.number(),
      data: z.strictObject({
        action: z.string(),
        most: z.number(),
        subject: z.string().optional(),
        factor: z.number().optional(),
      }),
    }),
    signature: z.string(),
  })
  .meta({ id: "WorkChallenge" });

/** The data of a refusal that asks for work: its challenge. */
export const neededWork = z.strictObject({ challenge: workChallenge.optional() });

export type WorkChallenge = z.infer<typeof workChallenge>;

/**
 * The field in which a call takes a solved challenge: base64 of the JSON of `{challenge,
 * solution}`.
 */
export const workField = z.string("must be text").max(2000, "is too long");
