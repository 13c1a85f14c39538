import { z } from "zod";

const publicKey = z.literal("public-key");

/** The button that has a device make a passkey, and sends the form around it. Shown with scripts only. */
export const schema = z.object({
  /** what the device is asked for (WebAuthn level 3, §5.1.9) */
  options: z.object({
    challenge: z.string(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type: publicKey, alg: z.number() })),
    timeout: z.number(),
    attestation: z.literal("none"),
    authenticatorSelection: z.object({
      residentKey: z.literal("required"),
      requireResidentKey: z.literal(true),
      userVerification: z.literal("required"),
    }),
    excludeCredentials: z.array(z.object({ id: z.string(), type: publicKey, transports: z.array(z.string()) })),
  }),
});

export type NewStaffPasskeyProps = z.infer<typeof schema>;
