import { z } from "zod";

const transports = z.array(z.string());
const descriptor = z.strictObject({ id: z.string(), type: z.literal("public-key"), transports });

/** `PublicKeyCredentialCreationOptionsJSON` (WebAuthn level 3, §5.1.9). */
export const creationOptions = z.strictObject({
  challenge: z.string(),
  rp: z.strictObject({ id: z.string(), name: z.string() }),
  user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.strictObject({ type: z.literal("public-key"), alg: z.number() })),
  timeout: z.number(),
  attestation: z.literal("none"),
  authenticatorSelection: z.strictObject({
    residentKey: z.literal("required"),
    requireResidentKey: z.literal(true),
    userVerification: z.literal("required"),
  }),
  excludeCredentials: z.array(descriptor),
});

/** `PublicKeyCredentialRequestOptionsJSON`, which names no credential. */
export const requestOptions = z.strictObject({
  challenge: z.string(),
  rpId: z.string(),
  userVerification: z.literal("required"),
  timeout: z.number(),
});

export type CreationOptions = z.infer<typeof creationOptions>;
export type RequestOptions = z.infer<typeof requestOptions>;
