import { onTestFinished, vi } from "vitest";

const bytes = (...values: number[]) => Uint8Array.from(values).buffer;

/** The browser's answers to a sign-in and to a new passkey. */
export const assertion = {
  rawId: bytes(1, 2),
  type: "public-key",
  response: { clientDataJSON: bytes(3), authenticatorData: bytes(4), signature: bytes(251, 255), userHandle: null },
};
export const attestation = {
  rawId: bytes(1, 2),
  type: "public-key",
  response: { clientDataJSON: bytes(3), attestationObject: bytes(4), getTransports: () => ["internal"] },
};

/** A browser with passkeys, whose user acts as `get` and `create` say. */
export function device({ get, create }: { get?: () => Promise<unknown>; create?: () => Promise<unknown> }, conditional = false) {
  const credentials = {
    get: vi.fn(get ?? (() => Promise.resolve(assertion))),
    create: vi.fn(create ?? (() => Promise.resolve(null))),
  };
  const before = Object.getOwnPropertyDescriptor(navigator, "credentials");
  Object.defineProperty(navigator, "credentials", { configurable: true, value: credentials });
  vi.stubGlobal("PublicKeyCredential", { isConditionalMediationAvailable: async () => conditional });
  onTestFinished(() => {
    if (before) Object.defineProperty(navigator, "credentials", before);
    else Reflect.deleteProperty(navigator, "credentials");
    vi.unstubAllGlobals();
  });
  return credentials;
}
/** The browser's error when its user cancels. */
export const stopped = () => Promise.reject(new DOMException("The operation was aborted.", "NotAllowedError"));
