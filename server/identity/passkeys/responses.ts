import { z } from "zod";

const base64url = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\w-]+$/);

const credential = { id: base64url(1400), rawId: base64url(1400), type: z.literal("public-key") };
/** The answers of extensions are not read. */
const extensions = z.object({}).default({});

/** `PublicKeyCredential.toJSON()` of a new passkey (WebAuthn level 3, §5.1.8). */
export const registration = z.object({
  ...credential,
  clientExtensionResults: extensions,
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(8000),
    transports: z
      .array(z.enum(["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"]).catch("hybrid"))
      .max(10)
      .catch([]),
  }),
});

/** `PublicKeyCredential.toJSON()` of a sign-in. */
export const assertion = z.object({
  ...credential,
  clientExtensionResults: extensions,
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(8000),
    userHandle: base64url(100),
  }),
});

export type Registration = z.output<typeof registration>;
export type Assertion = z.output<typeof assertion>;

/** Parses a browser's JSON; undefined if it is no JSON, or of another shape. */
export function readResponse<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> | undefined {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
