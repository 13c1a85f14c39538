import type { RelyingParty } from "../../web/relying-party.ts";
import type { PasskeyRow } from "./queries.ts";
import type { Assertion, Registration } from "./responses.ts";

/** COSE's numbers of Ed25519, ECDSA P-256 and RSA: what authenticators know. */
export const algorithms = [-8, -7, -257];

/** Signed by a browser for this relying party; the challenge was used up. */
type Expected = { party: RelyingParty; challenge: string };

/** The library is opened by the first passkey, as it takes a while. */
const library = () => import("@simplewebauthn/server");

/** The public key (base64url) and first counter of a new passkey; undefined where something is wrong with it. */
export async function verifyRegistration(response: Registration, { party, challenge }: Expected) {
  const [{ verifyRegistrationResponse }, { decodeAttestationObject }] = await Promise.all([
    library(),
    import("@simplewebauthn/server/helpers"),
  ]);
  try {
    // Certificates that nobody asked for would be followed to their addresses.
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
    // The library throws for each thing that is wrong.
    return undefined;
  }
}

/** The counter of an assertion that is signed by the passkey; undefined where something is wrong with it. */
export async function verifyAssertion(
  response: Assertion,
  passkey: PasskeyRow,
  { party, challenge }: Expected,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await library();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      // The counter is judged after the signature, and by the database: of two at once one counts.
      credential: { id: passkey.id, publicKey: Buffer.from(passkey.public_key, "base64url"), counter: 0 },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}
