import type { RelyingParty } from "../../web/relying-party.ts";
import type { PasskeyRow } from "./queries.ts";
import type { Assertion, Registration } from "./responses.ts";

/** COSE's numbers of Ed25519, ECDSA P-256 and RSA, which authenticators support. */
export const algorithms = [-8, -7, -257];

/** The expected relying party and challenge; the challenge was used up. */
type Ceremony = { party: RelyingParty; challenge: string };

/** The library is imported for the first passkey, since the import takes a while. */
const library = () => import("@simplewebauthn/server");

/**
 * The public key (base64url) and first counter of a new passkey; undefined if the registration is
 * invalid.
 */
export async function verifyRegistration(response: Registration, { party, challenge }: Ceremony) {
  const [{ verifyRegistrationResponse }, { decodeAttestationObject }] = await Promise.all([
    library(),
    import("@simplewebauthn/server/helpers"),
  ]);
  try {
    // The shop requested no attestation, so one is refused before the library sees it. The library
    // would fetch addresses that the attestation's certificate names.
    const attestation = decodeAttestationObject(Buffer.from(response.response.attestationObject, "base64url"));
    if (attestation.get("fmt") !== "none") return undefined;
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (!registrationInfo) return undefined;
    const { id, publicKey, counter } = registrationInfo.credential;
    return { id, publicKey: Buffer.from(publicKey).toString("base64url"), counter };
  } catch {
    // The library throws for each invalid part.
    return undefined;
  }
}

/**
 * The counter of an assertion that the passkey has signed; undefined if the assertion is invalid.
 */
export async function verifyAssertion(
  response: Assertion,
  passkey: PasskeyRow,
  { party, challenge }: Ceremony,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await library();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      // With 0 the library does not compare the counter. The database compares it after the
      // signature was checked, so that only one of two concurrent uses counts.
      credential: { id: passkey.id, publicKey: Buffer.from(passkey.public_key, "base64url"), counter: 0 },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}
