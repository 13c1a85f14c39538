import { useLayoutEffect, useState } from "react";
import type { CreationOptions, RequestOptions } from "../../server/identity/passkeys/schema.ts";
import { CallError } from "../call.ts";

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
const textOf = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** Whether this browser supports passkeys on this page. */
export const hasPasskeys = (): boolean => "PublicKeyCredential" in window;

/**
 * Whether to render passkeys: true until hydration, as on the server; then whether the browser
 * supports them.
 */
export function useHasPasskeys(): boolean {
  const [has, set] = useState(true);
  useLayoutEffect(() => set(hasPasskeys()), []);
  return has;
}

// The JSON is made here: `toJSON` and `parseRequestOptionsFromJSON` are newer than some browsers
// that the shop supports.
const credentialOf = ({ rawId, type }: PublicKeyCredential, response: object): string => {
  const id = textOf(rawId);
  return JSON.stringify({ id, rawId: id, type, clientExtensionResults: {}, response });
};

const stoppedText = "No passkey was used. You can try again.";
/** Messages for shoppers, by the browser's error names; its own messages are for programmers. */
const reasons: Readonly<Record<string, string>> = {
  InvalidStateError: "This device has a passkey for your account already.",
  SecurityError: "Passkeys don’t work at this address.",
  NotSupportedError: "This device can’t store a passkey for the shop.",
};

/**
 * Returns the requested credential. Throws CallError with a message for the shopper if the browser
 * gives none.
 */
async function credentialFrom(credential: Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    return (await credential) as PublicKeyCredential;
  } catch (failure) {
    throw new CallError(reasons[(failure as DOMException).name] ?? stoppedText);
  }
}

/**
 * Makes a passkey on a device of the shopper's choice; returns JSON for the shop. Throws CallError.
 */
export async function createPasskey({ challenge, user, excludeCredentials, ...options }: CreationOptions): Promise<string> {
  const publicKey = {
    ...options,
    challenge: bytesOf(challenge),
    user: { ...user, id: bytesOf(user.id) },
    excludeCredentials: excludeCredentials.map(({ id, type }) => ({ id: bytesOf(id), type })),
  };
  const credential = await credentialFrom(navigator.credentials.create({ publicKey }));
  const response = credential.response as AuthenticatorAttestationResponse;
  return credentialOf(credential, {
    clientDataJSON: textOf(response.clientDataJSON),
    attestationObject: textOf(response.attestationObject),
    transports: response.getTransports(),
  });
}

/** Asks for any passkey that these options allow; returns JSON for the shop. Throws CallError. */
export async function askForCredential(
  { challenge, ...options }: RequestOptions,
  more: { mediation?: "conditional"; signal?: AbortSignal } = {},
): Promise<string> {
  const publicKey = { ...options, challenge: bytesOf(challenge) };
  const credential = await credentialFrom(navigator.credentials.get({ ...more, publicKey }));
  const response = credential.response as AuthenticatorAssertionResponse;
  return credentialOf(credential, {
    clientDataJSON: textOf(response.clientDataJSON),
    authenticatorData: textOf(response.authenticatorData),
    signature: textOf(response.signature),
    userHandle: response.userHandle ? textOf(response.userHandle) : "",
  });
}
